import PeachInstrumentFiles
import PeachInstrumentModel

struct BuildRecipeReader {
  private var recipe = BuildRecipe()
  /// The settings before the first preset, which every preset inherits.
  private var common = BuildRecipe.Settings()
  /// The banks and programs of the presets, as 128 · bank + program.
  private var numbers: Set<Int> = []
  /// The maximum number of folders, patterns and roots before the first preset: the files of each
  /// preset are compared with all of them.
  private static var commonLimit: Int { 1024 }
  /// The number of recipes that may use each other, and the number of uses of each.
  private static var depthLimit: Int { 3 }
  private static var useLimit: Int { 32 }
  private var useCount = 0
  /// The text of another recipe.
  private let file: (String) -> String?
  private let depth: Int

  init(reading file: @escaping (String) -> String?, depth: Int = 0) {
    self.file = file
    self.depth = depth
  }

  mutating func read(_ text: String) throws(RecipeError) -> BuildRecipe {
    for line in RecipeLine.lines(of: text) {
      if try readBankLine(line) { continue }
      if let last = recipe.presets.indices.last {
        guard !recipe.presets[last].isUsed else {
          throw line.error(
            "\"\(line.keyword)\" must precede the first preset, or follow one of this recipe.")
        }
        // Static: a method would hold a copy of the presets, and each line would copy them all.
        try Self.read(line, &recipe.presets[last].settings)
      } else {
        try Self.read(line, &common)
        let count =
          common.folderList.count + common.fileList.count + common.exclusionList.count
          + common.rootList.count + common.layerList.count
        guard count <= Self.commonLimit else {
          throw line.error(
            "More than \(Self.commonLimit) folders, files, roots and layers precede the first "
              + "preset."
          )
        }
      }
    }
    if recipe.presets.isEmpty {
      throw RecipeError(line: 0, reason: "The recipe has no preset. Add \"preset 0:0 Name\".")
    }
    return recipe
  }

  /// Parses a property of the bank. Returns `false` if the line is a setting of a preset.
  private mutating func readBankLine(_ line: RecipeLine) throws(RecipeError) -> Bool {
    switch line.keyword {
    case "name": recipe.name = try line.text(of: "A name")
    case "author": try add("IENG", line)
    case "copyright": try add("ICOP", line)
    case "comment": try add("ICMT", line)
    case "bits":
      switch PresetPattern.number(line.argument, limit: 24) {
      case 16: recipe.bits = 16
      case 24: recipe.bits = 24
      default: throw line.error("\"\(line.text)\" must be 16 or 24.")
      }
    case "preset": try addPreset(line)
    case "use": try usePresets(line)
    default: return false
    }
    return true
  }

  private mutating func add(_ code: FourCharacterCode, _ line: RecipeLine) throws(RecipeError) {
    recipe.information.append(.init(code, Array(try line.text(of: "A text").utf8)))
  }

  /// Parses `0:42 Cello`.
  private mutating func addPreset(_ line: RecipeLine) throws(RecipeError) {
    let argument = line.argument
    let end = argument.firstIndex { RecipeLine.isSpace($0) } ?? argument.endIndex
    let name = RecipeLine.trimmed(argument[end...])
    guard let colon = argument[..<end].firstIndex(of: 0x3A),
      let bank = PresetPattern.number(argument[..<colon], limit: 16_383),
      let program = PresetPattern.number(argument[(colon + 1)..<end], limit: 127), !name.isEmpty
    else { throw line.error("BANK:PROGRAM and a name must follow, as in \"preset 0:42 Cello\".") }
    let validName = try line.presetName(name)
    guard numbers.insert(128 * Int(bank) + Int(program)).inserted else {
      throw line.error("Preset \(bank):\(program) exists already.")
    }
    if numbers.count == 1 { common = common.heir }
    recipe.presets.append(.init(validName, bank: bank, program: program, settings: common))
  }

  /// Parses `use iowa 0:40-43, 0:73 in Iowa`.
  private mutating func usePresets(_ line: RecipeLine) throws(RecipeError) {
    let example = "as in \"use iowa 0:40-43, 0:73 in Iowa\"."
    guard let use = RecipeUse(line) else {
      throw line.error("A recipe, its presets and a folder must follow, \(example)")
    }
    guard depth < Self.depthLimit else {
      throw line.error("More than \(Self.depthLimit) recipes use each other.")
    }
    useCount += 1
    guard useCount <= Self.useLimit else {
      throw line.error("More than \(Self.useLimit) lines use other recipes.")
    }
    guard let text = BuildRecipe.shipped(use.recipe) ?? file(use.recipe) else {
      let names = BuildRecipe.shipped.map { $0.name }.joined(separator: ", ")
      throw line.error(
        "The recipe \"\(use.recipe)\" cannot be read. The recipes of Peach are: \(names).")
    }
    var reader = BuildRecipeReader(reading: file, depth: depth + 1)
    let other: BuildRecipe
    do throws(RecipeError) {
      other = try reader.read(text)
    } catch {
      throw line.error("\(use.recipe), line \(error.line): \(error.reason)")
    }
    let selected = other.presets.filter { preset in
      use.presets.contains {
        $0.matches(bank: preset.bank, program: preset.program, name: preset.name)
      }
    }
    if selected.isEmpty {
      throw line.error("No preset of \"\(use.recipe)\" matches the selection.")
    }
    for var preset in selected {
      preset.isUsed = true
      preset.settings.moveFolders(into: use.folder)
      recipe.presets.append(preset)
    }
  }

  private static func read(
    _ line: RecipeLine, _ settings: inout BuildRecipe.Settings
  ) throws(RecipeError) {
    switch line.keyword {
    case "folder": settings.folderList.append(.init(path: try line.text(of: "A folder")))
    case "try":
      let words = line.argument
      guard words.starts(with: Array("folder".utf8)),
        case let path = RecipeLine.trimmed(words.dropFirst(6)), !path.isEmpty,
        words.dropFirst(6).first.map({ RecipeLine.isSpace($0) }) == true
      else { throw line.error("A folder must follow, as in \"try folder Violin\".") }
      settings.folderList.append(.init(path: RecipeLine.text(path), isOptional: true))
    case "files": settings.fileList.append(contentsOf: try patterns(line))
    case "without": settings.exclusionList.append(contentsOf: try patterns(line))
    case "root": settings.rootList.append(try root(line, settings.middleC))
    case "roots":
      settings.rootChoice = try choice(
        line, ["agreed": .agreed, "heard": .measured, "said": .declared])
    case "layer": settings.layerList.append(try layer(line))
    case "loops": settings.loops = try choice(line, ["find": .find, "file": .file, "none": .none])
    case "middle-c": settings.middleC = try choice(line, ["heard": 4, "C3": 3, "C4": 4, "C5": 5])
    case "keys": settings.keys = try line.keys()
    case "release":
      guard let milliseconds = PresetPattern.number(line.argument, limit: 60_000), milliseconds > 0
      else { throw line.error("\"\(line.text)\" must be milliseconds from 1 to 60000.") }
      settings.releaseSeconds = Double(milliseconds) / 1000
    default: try readTone(line, &settings)
    }
  }

  /// Parses an instruction about onsets, levels, tones and layers.
  private static func readTone(
    _ line: RecipeLine, _ settings: inout BuildRecipe.Settings
  ) throws(RecipeError) {
    switch line.keyword {
    case "tones":
      settings.tones = try choice(
        line,
        [
          "heard": .measured, "sustained": .sustained, "decaying": .decaying, "single": .single,
        ])
    case "onsets": settings.onsets = try choice(line, ["trim": .trim, "keep": .keep])
    case "attack":
      let milliseconds = try number(line, of: "milliseconds", in: 1...1000)
      settings.attackSeconds = Double(milliseconds) / 1000
    case "levels":
      settings.levelChoice = try choice(line, ["even": .even, "recorded": .recorded])
    case "level": settings.levelDecibels = Double(try number(line, of: "decibels", in: -60...0))
    case "dynamics":
      if line.text == "recorded" {
        settings.dynamics = .recorded
      } else {
        settings.dynamics = .curve(
          decibels: Double(try number(line, of: "decibels or \"recorded\"", in: 0...60)))
      }
    case "takes": settings.takes = try choice(line, ["best": .best, "first": .first])
    case "scales": settings.scales = try choice(line, ["split": .split, "skip": .skip])
    case "reach": settings.reach = try number(line, of: "semitones", in: 0...127)
    default:
      throw line.error(
        "Unknown instruction \"\(line.keyword)\". A line begins with name, author, copyright, "
          + "comment, bits, preset, use, folder, try, files, without, root, roots, layer, loops, "
          + "middle-c, keys, release, tones, onsets, attack, levels, level, dynamics, takes, "
          + "scales or reach."
      )
    }
  }

  /// Parses an integer, which may be negative.
  private static func number(
    _ line: RecipeLine, of unit: String, in range: ClosedRange<Int>
  ) throws(RecipeError) -> Int {
    let isNegative = line.argument.first == 0x2D
    let digits = isNegative ? line.argument.dropFirst() : line.argument
    guard let magnitude = PresetPattern.number(digits, limit: 60_000),
      case let value = isNegative ? -Int(magnitude) : Int(magnitude), range.contains(value)
    else {
      throw line.error(
        "\"\(line.text)\" must be \(unit) from \(range.lowerBound) to \(range.upperBound).")
    }
    return value
  }

  /// Parses `*loud* = ff`.
  private static func layer(_ line: RecipeLine) throws(RecipeError) -> BuildRecipe.LayerRule {
    guard let sign = line.argument.lastIndex(of: 0x3D),
      let layer = VelocityLayer(RecipeLine.trimmed(line.argument[(sign + 1)...])),
      case let file = RecipeLine.trimmed(line.argument[..<sign]), !file.isEmpty
    else {
      throw line.error("A file and its layer must follow, as in \"layer *loud* = ff\".")
    }
    return .init(file: RecipeLine.text(file), layer: layer)
  }

  /// Parses `odd note.wav = C4`.
  private static func root(_ line: RecipeLine, _ middleC: Int) throws(RecipeError)
    -> BuildRecipe.Root
  {
    guard let sign = line.argument.lastIndex(of: 0x3D),
      let key = RecordingName.key(
        RecipeLine.trimmed(line.argument[(sign + 1)...]), middleC: middleC),
      case let file = RecipeLine.trimmed(line.argument[..<sign]), !file.isEmpty
    else { throw line.error("A file and its key must follow, as in \"root odd.wav = C4\".") }
    return .init(file: RecipeLine.text(file), key: key)
  }

  private static func patterns(_ line: RecipeLine) throws(RecipeError) -> [String] {
    let patterns = RecipeLine.list(line.argument)
    if patterns.contains("") { throw line.error("A file or a pattern must follow, as in *.wav.") }
    return patterns
  }

  private static func choice<Value>(
    _ line: RecipeLine, _ values: KeyValuePairs<String, Value>
  ) throws(RecipeError) -> Value {
    if let found = values.first(where: { $0.key == line.text }) { return found.value }
    let names = values.map { $0.key }.joined(separator: ", ")
    throw line.error("\"\(line.text)\" must be one of \(names).")
  }
}
