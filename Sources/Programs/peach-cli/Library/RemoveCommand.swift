import PeachServices

enum RemoveCommand: Command {
  static let syntax = Syntax(
    name: "remove", summary: "Remove a sound bank from your library",
    purpose: "Removes a sound bank's file, or an instrument's folder, from your library.",
    operands: ["NAME"],
    options: [.flag("yes", "do not ask")],
    examples: [
      "peach remove my.sf2": "Remove the file after a confirmation.",
      "peach remove Cello.sfz": "Remove an instrument with the copies of its samples.",
      "peach remove my.sf2 --yes": "Remove it without a prompt.",
    ])

  static func run(_ arguments: Arguments) throws {
    let name = arguments.operands[0]
    let library = try UserLibrary(environment: Console.environment)
    let path = try library.path(of: name)
    if !arguments.has("yes") {
      guard Console.isInteractive else {
        throw UsageError(
          reason:
            "Removing \(path) requires confirmation. Pass --yes to remove it without a prompt.")
      }
      guard Console.confirm("Remove \(path)?") == true else {
        return Console.info("Kept \(path).")
      }
    }
    try library.remove(name)
    Console.info("Removed \(path).")
  }
}
