/// The object of a `fluid_cmd_handler_t`.
final class CommandHandler {
  /// The results of commands other than 0 and −1.
  static var quit: Int32 { -2 }
  static var nothing: Int32 { 1 }

  /// A command's arguments and output.
  struct Call {
    let handler: CommandHandler
    let arguments: [String]
    let output: Int32

    func integer(_ index: Int) -> Int32? {
      arguments.indices.contains(index) ? Int32(arguments[index]) : nil
    }

    func number(_ index: Int) -> Double? {
      arguments.indices.contains(index) ? Double(arguments[index]) : nil
    }

    func print(_ text: String) { Shell.write(text + "\n", to: output) }
  }

  struct Command {
    let group: String
    let help: String
    /// Returns a result, or `nil` if the arguments are invalid.
    let run: (Call) -> Int32?
  }

  // Safe: the owner deletes the handler before these objects.
  var settings: Settings?
  var synth: Synth?
  var router: Router?
  var player: Player?
  /// The rule that the router commands build.
  var rule: (rule: RouterRule, type: Int)?
  private let commands: [String: Command]

  init(_ settings: Settings?, _ synth: Synth?, _ router: Router?, _ player: Player?) {
    self.settings = settings ?? synth?.settings
    self.synth = synth
    self.router = router
    self.player = player
    commands = Self.synthCommands.merging(Self.effectCommands) { first, _ in first }
      .merging(Self.fontCommands) { first, _ in first }
      .merging(Self.systemCommands) { first, _ in first }
      .merging(Self.routerCommands) { first, _ in first }
      .merging(Self.playerCommands) { first, _ in first }
  }

  /// The synthesizer as a handle; null without one.
  var synthHandle: OpaquePointer? { synth.map { Handle.borrowed($0) } }

  /// Runs a line. Returns 0, −1 for errors, 1 for empty lines and comments, or −2 for `quit`.
  func run(_ line: String, output: Int32) -> Int32 {
    let words = Self.words(line)
    guard let name = words.first, !name.hasPrefix("#") else { return Self.nothing }
    guard let command = commands[name] else {
      Shell.write("unknown command: \(name) (try help)\n", to: output)
      return Result.failed
    }
    let call = Call(handler: self, arguments: Array(words.dropFirst()), output: output)
    if let result = command.run(call) { return result }
    Shell.write("\(name): invalid arguments\n\(command.help)\n", to: output)
    return Result.failed
  }

  /// Prints the commands of a group, or the groups if it is `nil`. Returns `false` for none.
  func printHelp(_ group: String?, output: Int32) -> Bool {
    let groups = Set(commands.values.map(\.group)).sorted()
    guard let group else {
      Shell.write("Help topics:\nhelp all\n", to: output)
      for group in groups { Shell.write("help \(group)\n", to: output) }
      return true
    }
    let found = commands.values.filter { group == "all" || $0.group == group }
    for command in found.sorted(by: { $0.help < $1.help }) {
      Shell.write(command.help + "\n", to: output)
    }
    return !found.isEmpty
  }

  /// Splits a line at spaces, except in quotes and after backslashes.
  static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    return words
  }
}
