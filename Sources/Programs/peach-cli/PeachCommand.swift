/// `peach`: the command line. It finds the command and runs it; mistakes are told with what to do.
@main
struct PeachCommand {
  /// Every command there is, in the order in which help lists them.
  static var commands: [any Command.Type] {
    [
      PlayCommand.self, SoundsCommand.self, InspectCommand.self, RenderCommand.self,
      TuneCommand.self, PruneCommand.self, BuildCommand.self, ConvertCommand.self,
      CheckCommand.self,
      ImportCommand.self, ForgetCommand.self, FetchCommand.self, DevicesCommand.self,
      TrainCommand.self, ProfileCommand.self, TrialsCommand.self, SimulateCommand.self,
      LiveCommand.self, AboutCommand.self,
    ]
  }

  static func main() {
    Interruption.admitSignals()
    let words = Array(CommandLine.arguments.dropFirst())
    Console.end(run(words))
  }

  private static func run(_ words: [String]) -> Int32 {
    guard let first = words.first, first != "--help", first != "-h", first != "help" else {
      Console.print(overview)
      return words.isEmpty ? ExitStatus.usage : ExitStatus.success
    }
    guard let command = commands.first(where: { $0.syntax.name == first }) else {
      Console.error("there is no command \"\(first)\". `peach --help` lists those there are.")
      return ExitStatus.usage
    }
    do {
      let arguments = try Arguments(Array(words.dropFirst()), syntax: command.syntax)
      if arguments.wantsHelp {
        Console.print(command.syntax.help)
        return ExitStatus.success
      }
      try command.run(arguments)
      return ExitStatus.success
    } catch let error as UsageError {
      Console.error("\(error.reason) `peach \(first) --help` says how.")
      return ExitStatus.usage
    } catch let end as CommandEnd {
      if let reason = end.reason { Console.error(reason) }
      return end.status
    } catch is CancellationError {
      Console.error("stopped; nothing was left behind.")
      return ExitStatus.interrupted
    } catch {
      Console.error("\(error)")
      return ExitStatus.failure
    }
  }

  private static var overview: String {
    var lines = [
      "Plays sampled instruments at exactly the pitch you ask for.", "",
      "Usage: peach <command> [options]", "", "Commands:",
    ]
    for command in commands {
      lines.append("  \(command.syntax.name.padded(to: 10))\(command.syntax.summary)")
    }
    lines += ["", "`peach <command> --help` says more about each."]
    return lines.joined(separator: "\n")
  }
}
