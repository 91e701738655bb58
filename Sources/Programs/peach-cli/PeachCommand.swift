/// The entry point of `peach`: finds the command, runs it and prints its errors.
@main
struct PeachCommand {
  /// All commands, in the order of the help text.
  static var groups: KeyValuePairs<String, [any Command.Type]> {
    [
      "Play and render": [
        PlayCommand.self, RenderCommand.self, PracticeCommand.self, LiveCommand.self,
        TuningCommand.self, DemoCommand.self,
      ],
      "Train your ear": [
        TrainCommand.self, ProfileCommand.self, TrialsCommand.self, ListenTestCommand.self,
        WebCommand.self,
      ],
      "Find sounds": [
        SoundsCommand.self, FetchCommand.self, ImportCommand.self, RemoveCommand.self,
        DevicesCommand.self,
      ],
      "Work on sound banks": [
        InspectCommand.self, CheckCommand.self, TuneCommand.self, PruneCommand.self,
        BundleCommand.self,
        BuildCommand.self, ConvertCommand.self, LV2PresetsCommand.self,
      ],
      "Other": [
        SettingsCommand.self, SimulateCommand.self, AboutCommand.self, CompletionsCommand.self,
        ManualCommand.self,
      ],
    ]
  }

  static func main() {
    Interruption.unblockSignals()
    Console.end(run(Console.arguments))
  }

  private static func run(_ arguments: [String]) -> Int32 {
    guard let name = arguments.first, name != "--help", name != "-h", name != "help" else {
      Console.print(overview)
      return arguments.isEmpty ? ExitStatus.usage : ExitStatus.success
    }
    if name == "--version" || name == "-V" {
      Console.print("peach \(ProgramVersion.text)")
      return ExitStatus.success
    }
    let commands = groups.flatMap(\.value)
    guard let command = commands.first(where: { $0.syntax.name == name }) else {
      let suggestion = UsageError.suggestion(for: name, in: commands.map { $0.syntax.name })
      Console.error(
        "Unknown command \"\(name)\".\(suggestion) Run `peach --help` for a list of commands.")
      return ExitStatus.usage
    }
    do {
      let arguments = try Arguments(Array(arguments.dropFirst()), syntax: command.syntax)
      if arguments.requestsHelp {
        Console.print(command.syntax.help)
        return ExitStatus.success
      }
      try command.run(arguments)
      return ExitStatus.success
    } catch let error as UsageError {
      Console.error("\(error.reason)\nRun `peach \(name) --help` for usage.")
      return ExitStatus.usage
    } catch let exit as CommandExit {
      if let message = exit.message { Console.error(message) }
      return exit.status
    } catch is CancellationError {
      Console.error("Interrupted. No incomplete files remain.")
      return ExitStatus.interrupted
    } catch {
      Console.error(ErrorRemedy.message(for: error))
      return ExitStatus.failure
    }
  }

  static let purpose =
    "Peach plays sampled instruments at exact pitch, renders MIDI files and trains your ear."

  private static var overview: String {
    var lines = [purpose, "", "Usage: peach <command> [options]"]
    for (title, commands) in groups {
      lines += ["", title]
      lines += commands.map { "  \($0.syntax.name.padded(to: 12))\($0.syntax.summary)" }
    }
    lines += [
      "",
      "Run \"peach <command> --help\" for options and examples, "
        + "\"peach --version\" for the version.",
    ]
    return lines.joined(separator: "\n")
  }
}
