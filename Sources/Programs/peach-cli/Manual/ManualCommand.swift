import PeachServices

/// Writes the manual pages, which `Scripts/install` installs.
enum ManualCommand: Command {
  static let syntax = Syntax(
    name: "manual", summary: "Write the manual pages",
    purpose: "Writes the manual pages of all commands into a folder, or prints that of a command.",
    operands: ["[COMMAND]"],
    options: [
      .value("output", "DIR", "folder to write peach.1 and the other pages to", short: "o")
    ],
    examples: [
      "peach manual render | man -l -": "Read the page of a command.",
      "peach manual -o share/man/man1": "Write all pages, for a package.",
    ])

  static func run(_ arguments: Arguments) throws {
    let groups = PeachCommand.groups.map { (title: $0.key, commands: $0.value.map { $0.syntax }) }
    let commands = groups.flatMap(\.commands)
    if let name = arguments.operands.first {
      if arguments.has("output") {
        throw UsageError(reason: "--output writes all pages: name a folder or a command.")
      }
      guard let command = commands.first(where: { $0.name == name }) else {
        let suggestion = UsageError.suggestion(for: name, in: commands.map(\.name))
        throw UsageError(reason: "Unknown command \"\(name)\".\(suggestion)")
      }
      return Console.put(ManualPage(command).source, to: Console.output)
    }
    let overview = ManualPage(groups, purpose: PeachCommand.purpose)
    guard let folder = arguments.value("output") else {
      return Console.put(overview.source, to: Console.output)
    }
    for page in [overview] + commands.map({ ManualPage($0) }) {
      try FileAccess.write([UInt8](page.source.utf8), to: "\(folder)/\(page.name).1")
    }
  }
}
