/// The house rules for Swift sources, each a function of a path and its text.
enum CodeRules {
  static let fileLimit = 400
  static let functionLimit = 70

  /// A file fits in a head.
  static func fileLength(path: String, text: String) -> [LintViolation] {
    let count = lineCount(text)
    guard count > fileLimit else { return [] }
    return [LintViolation(path: path, message: "has \(count) lines; split it at \(fileLimit).")]
  }

  /// A function fits on a screen.
  static func functionLength(path: String, text: String) -> [LintViolation] {
    SwiftText(text).bodies.filter { $0.lineCount > functionLimit }.map { body in
      LintViolation(
        path: path, line: body.line,
        message: "`\(body.name)` has \(body.lineCount) lines; split it at \(functionLimit).")
    }
  }

  /// Portable code knows no operating system.
  static func portableImports(path: String, text: String) -> [LintViolation] {
    guard path.hasPrefix("Sources/Portable/") else { return [] }
    let forbidden: Set = ["Android", "Bionic", "Darwin", "Dispatch", "Glibc", "Musl", "WASILibc"]
    return SwiftText(text).imports
      .filter { forbidden.contains($0.module) || $0.module.hasPrefix("Foundation") }
      .map {
        LintViolation(
          path: path, line: $0.line, message: "imports \($0.module); this is portable code.")
      }
  }

  /// Signal processing uses no sound bank, MIDI or synthesizer type.
  static func signalProcessing(path: String, text: String) -> [LintViolation] {
    guard path.hasPrefix("Sources/Portable/Synthesis/SignalProcessing/") else { return [] }
    let source = SwiftText(text)
    let imports = source.imports.filter { !["CDSPKernels", "PeachMusicUnits"].contains($0.module) }
      .map { LintViolation(path: path, line: $0.line, message: "imports \($0.module).") }
    let types =
      #/
        (?:Channel|Generator|MIDI|Note|Prepared|Region|SoundBank|Synthesizer)\w*
        |Controller|Preset|Sample(?:Data)?
        |Voice(?:Envelopes|Parameters|Pool|RenderState)?
      /#
    return imports
      + source.lines.enumerated().compactMap { index, line in
        let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        return words(String(code)).first { $0.wholeMatch(of: types) != nil }.map {
          LintViolation(
            path: path, line: index + 1,
            message: "uses `\($0)`; signal processing uses no sound bank and no MIDI type.")
        }
      }
  }

  /// A type named as its module hides the module's name from those who import both.
  static func moduleNames(path: String, text: String) -> [LintViolation] {
    let folders = path.split(separator: "/")
    guard folders.count > 2, folders[0] == "Sources" else { return [] }
    let isGrouped = ["Portable", "Platform", "Programs"].contains(folders[1])
    let folder = String(isGrouped ? folders[2] : folders[1])
    return SwiftText(text).types.filter { [folder, "Peach\(folder)"].contains($0.name) }.map {
      LintViolation(path: path, line: $0.line, message: "`\($0.name)` has the name of its module.")
    }
  }

  /// Every public type that is not within another is at least named in a test; `words` are those
  /// of all tests but the tidy's.
  static func untestedTypes(path: String, text: String, words: Set<Substring>) -> [LintViolation] {
    SwiftText(text).types
      .filter { $0.isPublic && !$0.isNested && !words.contains(Substring($0.name)) }
      .map {
        LintViolation(path: path, line: $0.line, message: "no test under Tests names `\($0.name)`.")
      }
  }

  /// Programs receive numbers from callers and files, so an integer of a floating-point number is
  /// made by ``FrameCount`` or an initializer with a label, such as `exactly:` or `saturating:`.
  /// `Int(x)` traps for infinities and NaN.
  ///
  /// The rule sees a floating-point number where the text shows one: a rounding, a conversion or a
  /// decimal literal; a name that the file declares as such; or a quantity such as
  /// `durationSeconds`.
  static func floatingConversions(path: String, text: String) -> [LintViolation] {
    guard path.hasPrefix("Sources/Programs/") || path.hasPrefix("FluidSynth/Sources/") else {
      return []
    }
    let source = SwiftText(text).lines.joined(separator: "\n")
    let names = floatingNames(source)
    return source.matches(of: /\bU?Int(?:8|16|32|64)?\((?!\s*\w+:)/).compactMap { match in
      let argument = source[match.range.upperBound...].prefix(upTo: endOfArgument(source, match))
      guard isFloating(argument, names) else { return nil }
      let line = source[..<match.range.lowerBound].reduce(1) { $1 == "\n" ? $0 + 1 : $0 }
      return LintViolation(
        path: path, line: line,
        message: "`\(match.output)\(argument))` traps for infinities; use FrameCount or a label.")
    }
  }

  /// The names that a text declares as floating-point numbers and never as anything else.
  private static func floatingNames(_ source: String) -> Set<Substring> {
    let typed = source.matches(of: /\b(?<name>\w+): (?<type>\w+)/)
    let floating: Set<Substring> = ["Double", "Float"]
    let others = typed.filter { $0.type.first?.isUppercase == true && !floating.contains($0.type) }
    let literals = source.matches(of: /\b(?:let|var) (?<name>\w+) = -?\d[\d_]*\.\d/)
    let rounded = source.matches(
      of: /\b(?:let|var) (?<name>\w+) = (?!U?Int)[^\n{]*\.rounded\((?:\.\w+)?\)(?!\))/)
    return Set(typed.filter { floating.contains($0.type) }.map(\.name))
      .union(literals.map(\.name)).union(rounded.map(\.name)).subtracting(others.map(\.name))
  }

  private static func endOfArgument(
    _ source: String, _ match: Regex<Substring>.Match
  ) -> String.Index {
    var depth = 1
    return source[match.range.upperBound...].firstIndex { character in
      if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
      return depth == 0
    } ?? source.endIndex
  }

  private static func isFloating(_ argument: Substring, _ names: Set<Substring>) -> Bool {
    let evidence =
      /\.rounded\(|\b(?:Double|Float)\(|\d\.\d|\.squareRoot\(|\b(?:exp2|log10|log2|pow)\(/
    let quantity = /seconds|\w*(?:Seconds|[rR]ate|[hH]ertz|Decibels|Cents)/
    // The integer of a checked conversion.
    if argument.starts(with: /\s*(?:U?Int\w*|FrameCount\.\w+)\(\s*\w+:/) { return false }
    return argument.contains(evidence)
      || words(String(argument)).contains {
        names.contains($0) || $0.wholeMatch(of: quantity) != nil
      }
  }

  /// The words of a text: ASCII letters, digits and underscores.
  static func words(_ text: String) -> [Substring] {
    text.utf8.split { !isInWord($0) }.map { Substring($0) }
  }

  private static func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The number of lines of a text; the end of the last one begins no other.
  static func lineCount(_ text: String) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).count
      - (text.hasSuffix("\n") || text.isEmpty ? 1 : 0)
  }
}
