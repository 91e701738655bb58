import PeachServices

enum SoundsCommand: Command {
  static let syntax = Syntax(
    name: "sounds", summary: "List the presets of all installed sound banks",
    purpose: "Lists the presets of all installed sound banks.", operands: ["[NAME]"],
    options: [
      .noteBanks, .samplePath, .flag("pitched", "omit unpitched percussion"), .intonation,
      .flag("names", "print the values of --sound that are names, one per line"), .json,
    ],
    notes: [IntonationLine.note],
    examples: [
      "peach sounds": "List all presets.",
      "peach sounds cello": "List the presets with \"cello\" in their name.",
      "peach sounds --bank my.sf2": "List the presets of one file.",
      "peach sounds --bank gm.sf2 --bank cello.sfz=0:42":
        "List the presets of several, with the numbers that select them.",
      "peach sounds cello --intonation": "Rate the intonation of the cellos.",
    ])

  static func run(_ arguments: Arguments) throws {
    let library = try arguments.listedLibrary()
    func found(_ name: String?) -> [LibraryEntry] {
      library.entries.filter { entry in
        (entry.isPitched || !arguments.has("pitched"))
          && name.map { entry.preset.name.caseFolded.contains($0.caseFolded) } != false
      }
    }
    let name = arguments.operands.first
    var entries = found(name)
    if entries.isEmpty, let english = name.flatMap({ GermanInstrumentName.english(for: $0) }) {
      entries = found(english)
    }
    if arguments.has("names") {
      let names = Set(entries.map(\.preset.name)).sorted()
      return Console.print((["sine"] + names).joined(separator: "\n"))
    }
    let badges =
      arguments.has("intonation") ? try IntonationLine.all(entries, of: library) : [:]
    let paths = Set(entries.map(\.path))
    let banks = library.banks.filter { paths.contains($0.file.path) && !$0.bank.warnings.isEmpty }
    if arguments.has("json") {
      let warnings = Dictionary(
        banks.map { ($0.file.path, $0.bank.warnings) }, uniquingKeysWith: { first, _ in first })
      try Console.print(
        json: entries.map { entry -> JSON in
          [
            "tag": entry.tag, "name": entry.preset.name, "bank": entry.preset.bank,
            "program": entry.preset.program, "pitched": entry.isPitched, "file": entry.file,
            "path": entry.path, "intonation": badges[entry],
            "warnings": warnings[entry.path],
          ]
        })
    } else {
      var lines: [String] = []
      var file: String?
      for entry in entries {
        if entry.path != file { lines.append((file == nil ? "" : "\n") + entry.path) }
        file = entry.path
        let identifier = "\(entry.preset.bank):\(entry.preset.program)".padded(to: 9)
        let suffix = entry.isPitched ? "" : "  (unpitched)"
        let badge = badges[entry].map { "  [\($0.badge)]" } ?? ""
        lines.append("  \(identifier)\(entry.preset.name)\(suffix)\(badge)")
      }
      if !lines.isEmpty { Console.print(lines.joined(separator: "\n")) }
    }
    if !arguments.has("json") {
      for bank in banks { warn(of: bank, isNamed: arguments.has("bank")) }
    }
    // `library` has already reported banks that crashed the program.
    let suspects = CommonOptions.suspectPaths()
    for problem in library.problems where !suspects.contains(problem.path) {
      Console.warning(problem.reason)
    }
    if entries.isEmpty {
      throw CommandFailure(
        reason: library.banks.isEmpty
          ? "No sound bank is installed. Install a package such as fluidr3mono-gm-soundfont, or "
            + "pass a file with --bank."
          : "No matching preset in \(Console.count(library.banks.count, "bank")).")
    }
  }

  /// Prints the warnings of a bank, or their number if many banks are listed.
  private static func warn(of bank: SoundFontLibrary.Bank, isNamed: Bool) {
    if isNamed { return Console.warn(of: bank.bank, named: bank.file.name) }
    let count = Console.count(bank.bank.warnings.count, "warning")
    Console.warning(
      "\(bank.file.name) has \(count). Run `peach inspect \(bank.file.path)` to list all.")
  }
}

extension LibraryEntry {
  /// The sound's name in settings and options: `sf2:FILE:BANK:PROGRAM`.
  var tag: String { "\(SoundSource.preset(file: file, preset.identifier))" }
}
