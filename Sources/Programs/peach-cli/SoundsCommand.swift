import Peach

/// `peach sounds`: every preset of every bank that is found.
enum SoundsCommand: Command {
  static let syntax = Syntax(
    name: "sounds", summary: "Lists the sounds there are, with the bank each is in.",
    operands: ["[NAME]"],
    options: [
      Shared.bankOption, Shared.samplesOption,
      .init(name: "pitched", value: nil, help: "only those with a pitch"),
      .init(name: "intonation", value: nil, help: "how well each is in tune, measured if need be"),
      .init(name: "json", value: nil, help: "as JSON"),
    ],
    examples: [
      ("peach sounds", "all of them"), ("peach sounds cello", "those with cello in their name"),
      ("peach sounds --bank my.sf2", "those of one file"),
      ("peach sounds cello --intonation", "and whether they are in tune to a cent"),
    ])

  private struct Line: Encodable {
    var tag: String
    var name: String
    var bank: Int
    var program: Int
    var pitched: Bool
    var file: String
    var path: String
    /// How well it is in tune once corrected, where that was asked for.
    var intonation: IntonationLine?
  }

  static func run(_ arguments: Arguments) throws {
    let library = try Shared.library(arguments)
    let wanted = arguments.operands.first?.lowercased()
    let entries = library.entries.filter { entry in
      if arguments.has("pitched") && !entry.isPitched { return false }
      guard let wanted else { return true }
      return entry.preset.name.lowercased().contains(wanted)
    }
    let badges = try IntonationLine.all(
      entries, of: library, areWanted: arguments.has("intonation"))
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
        let numbers = "\(entry.preset.bank):\(entry.preset.program)".padded(to: 9)
        let mark = entry.isPitched ? "" : "  (unpitched)"
        let badge = badges[entry].map { "  [\($0.badge)]" } ?? ""
        lines.append("  \(numbers)\(entry.preset.name)\(mark)\(badge)")
      }
      if !lines.isEmpty { Console.print(lines.joined(separator: "\n")) }
    }
    // What was being loaded when the program was killed was told of before.
    let suspects = Shared.suspectPaths()
    for problem in library.problems where !suspects.contains(problem.path) {
      Console.error(problem.reason)
    }
    if entries.isEmpty {
      throw CommandFailure(
        reason: library.banks.isEmpty
          ? "no bank was found. Install fluidr3mono-gm-soundfont, or name one with --bank."
          : "no sound of that kind in \(library.banks.count) banks.")
    }
  }

  private static func tag(_ entry: LibraryEntry) -> String {
    "\(SoundSource.preset(file: entry.file, entry.preset.identifier))"
  }
}

/// A command that could not do what it was asked to. The sentence says why.
struct CommandFailure: Error, CustomStringConvertible {
  var reason: String
  var description: String { reason }
}
