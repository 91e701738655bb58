import Peach

/// `peach forget my.sf2`: a bank out of the user's library.
enum ForgetCommand: Command {
  static let syntax = Syntax(
    name: "forget", summary: "Removes a bank's file from your library.", operands: ["NAME"],
    options: [.init(name: "yes", value: nil, help: "without asking")],
    examples: [
      ("peach forget my.sf2", "asks, and removes that one file"),
      ("peach forget my.sf2 --yes", "removes it at once"),
    ])

  static func run(_ arguments: Arguments) throws {
    let name = arguments.operands[0]
    let library = try UserLibrary(environment: Console.environment)
    let path = try library.path(of: name)
    if !arguments.has("yes") {
      guard Console.canAsk else {
        throw UsageError(reason: "removing \(path) needs --yes where nobody can be asked.")
      }
      guard Console.ask("Remove \(path)?") == true else {
        return Console.note("\(path) stays.")
      }
    }
    try library.forget(name)
    Console.note("\(path) is removed.")
  }
}
