import Peach

/// `peach sounds`: lists the presets of all installed banks.
enum SoundsCommand: Command {
  static let syntax = Syntax(
    name: "sounds", summary: "List the presets of all installed sound banks",
    purpose: "Lists the presets of all installed sound banks.", operands: ["[NAME]"],
    groups: [
      .init(
        "Options",
        [
          CommonOptions.bank, CommonOptions.samplePath,
          .init(name: "pitched", value: nil, help: "omit unpitched percussion"),
          .init(
            name: "intonation", value: nil,
            help: "rate the intonation of each preset; measures new presets"),
          CommonOptions.json,
        ])
    ],
    examples: [
      ("peach sounds", "List all presets."),
      ("peach sounds cello", "List the presets with \"cello\" in their name."),
      ("peach sounds --bank my.sf2", "List the presets of one file."),
      ("peach sounds cello --intonation", "Rate the intonation of the cellos."),
    ])

  private struct Line: Encodable {
    var tag: String
    var name: String
    var bank: Int
    var program: Int
    var pitched: Bool
    var file: String
    var path: String
    /// The intonation after correction, with `--intonation`.
    var intonation: IntonationLine?
  }

  static func run(_ arguments: Arguments) throws {
    let library = try CommonOptions.library(arguments)
    let name = arguments.operands.first?.lowercased()
    let entries = library.entries.filter { entry in
      if arguments.has("pitched") && !entry.isPitched { return false }
      guard let name else { return true }
      return entry.preset.name.lowercased().contains(name)
    }
    let badges = try IntonationLine.all(
      entries, of: library, isRequested: arguments.has("intonation"))
    if arguments.has("json") {
      try Console.print(
        json: entries.map {
          Line(
            tag: tag($0), name: $0.preset.name, bank: Int($0.preset.bank),
            program: Int($0.preset.program), pitched: $0.isPitched, file: $0.file, path: $0.path,
            intonation: badges[$0])
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

  private static func tag(_ entry: LibraryEntry) -> String {
    "\(SoundSource.preset(file: entry.file, entry.preset.identifier))"
  }
}
