import PeachInstrumentFiles

/// Reads recipes for building line by line.
struct BuildRecipeReader {
  private var recipe = BuildRecipe()
  /// What goes for presets that are still to come.
  private var common = BuildRecipe.Settings()
  private var line = 0

  mutating func read(_ lines: RecipeLines) throws(RecipeError) -> BuildRecipe {
    for entry in lines.entries {
      line = entry.line
      if try takeBankLine(entry.word, entry.rest) { continue }
      if let last = recipe.presets.indices.last {
        try take(entry.word, entry.rest, &recipe.presets[last].settings)
      } else {
        try take(entry.word, entry.rest, &common)
      }
    }
    if recipe.presets.isEmpty {
      throw RecipeError(line: 0, reason: "there is no preset; write \"preset 0:0 Name\".")
    }
    return recipe
  }

  /// What is said of the bank; false where a line is none of these.
  private mutating func takeBankLine(
    _ word: String, _ rest: ArraySlice<UInt8>
  ) throws(RecipeError) -> Bool {
    switch word {
    case "name": recipe.name = try text(rest, of: "a name")
    case "author": try put("IENG", rest)
    case "copyright": try put("ICOP", rest)
    case "comment": try put("ICMT", rest)
    case "bits":
      let bits = PresetPattern.number(rest, limit: 24)
      guard bits == 16 || bits == 24 else {
        throw error("\"\(RecipeLines.text(rest))\" must be 16 or 24.")
      }
      recipe.bits = bits == 24 ? 24 : 16
    case "preset": try takePreset(rest)
    default: return false
    }
    return true
  }

  private mutating func put(
    _ code: FourCharacterCode, _ rest: ArraySlice<UInt8>
  ) throws(RecipeError) {
    let text = try text(rest, of: "a text")
    recipe.information.append(.init(code, Array(text.utf8)))
  }

  /// `0:42 Cello`
  private mutating func takePreset(_ rest: ArraySlice<UInt8>) throws(RecipeError) {
    let end = rest.firstIndex { RecipeLines.isSpace($0) } ?? rest.endIndex
    let name = RecipeLines.trimmed(rest[end...])
    guard let colon = rest[..<end].firstIndex(of: 0x3A),
      let bank = PresetPattern.number(rest[..<colon], limit: 16_383),
      let program = PresetPattern.number(rest[(colon + 1)..<end], limit: 127), !name.isEmpty
    else { throw error("BANK:PROGRAM and a name must follow, as in \"preset 0:42 Cello\".") }
    if let reason = PresetNaming.fault(of: Array(name)) { throw error(reason) }
    if recipe.presets.contains(where: { $0.bank == bank && $0.program == program }) {
      throw error("there is a preset \(bank):\(program) already.")
    }
    recipe.presets.append(
      .init(RecipeLines.text(name), bank: bank, program: program, settings: common))
  }

  private func take(
    _ word: String, _ rest: ArraySlice<UInt8>, _ settings: inout BuildRecipe.Settings
  ) throws(RecipeError) {
    switch word {
    case "folder": settings.folders.append(try text(rest, of: "a folder"))
    case "files": settings.files += try patterns(rest)
    case "without": settings.excluded += try patterns(rest)
    case "root": settings.roots.append(try root(rest, settings.middleC))
    case "roots":
      settings.rootChoice = try choice(rest, ["heard": .heard, "said": .said])
    case "loops":
      settings.loops = try choice(rest, ["find": .find, "file": .file, "none": .none])
    case "middle-c":
      settings.middleC = try choice(rest, ["C3": 3, "C4": 4, "C5": 5])
    case "keys":
      guard let keys = RecipeLines.keys(rest) else {
        throw error("\"\(RecipeLines.text(rest))\" must be two keys from 0 to 127, as in 36-96.")
      }
      settings.keys = keys
    case "release":
      guard let milliseconds = PresetPattern.number(rest, limit: 60_000), milliseconds > 0 else {
        throw error("\"\(RecipeLines.text(rest))\" must be milliseconds from 1 to 60000.")
      }
      settings.releaseSeconds = Double(milliseconds) / 1000
    default:
      throw error(
        "\"\(word)\" is not known; a line begins with name, author, copyright, comment, bits, "
          + "preset, folder, files, without, root, roots, loops, middle-c, keys or release.")
    }
  }

  /// `odd note.wav = C4`
  private func root(
    _ rest: ArraySlice<UInt8>, _ middleC: Int
  ) throws(RecipeError) -> BuildRecipe.Root {
    guard let sign = rest.lastIndex(of: 0x3D),
      let key = RecordingName.key(
        RecipeLines.trimmed(rest[(sign + 1)...]), middleC: middleC),
      case let file = RecipeLines.trimmed(rest[..<sign]), !file.isEmpty
    else { throw error("a file and its key must follow, as in \"root odd.wav = C4\".") }
    return .init(file: RecipeLines.text(file), key: key)
  }

  private func patterns(_ rest: ArraySlice<UInt8>) throws(RecipeError) -> [String] {
    let parts = rest.split(separator: 0x2C, omittingEmptySubsequences: false)
      .map { RecipeLines.text(RecipeLines.trimmed($0)) }
    if parts.contains("") { throw error("a file or a pattern must follow, as in *.wav.") }
    return parts
  }

  private func choice<Value>(
    _ rest: ArraySlice<UInt8>, _ values: KeyValuePairs<String, Value>
  ) throws(RecipeError) -> Value {
    let text = RecipeLines.text(rest)
    if let found = values.first(where: { $0.key == text }) { return found.value }
    let names = values.map { $0.key }.joined(separator: ", ")
    throw error("\"\(text)\" must be one of \(names).")
  }

  private func text(
    _ rest: ArraySlice<UInt8>, of what: String
  ) throws(RecipeError) -> String {
    if rest.isEmpty { throw error("\(what) must follow.") }
    return RecipeLines.text(rest)
  }

  private func error(_ reason: String) -> RecipeError { RecipeError(line: line, reason: reason) }
}
