import FluidSynthPOSIX

/// The commands for settings, files and the shell.
extension CommandHandler {
  static var systemCommands: [String: Command] {
    [
      "help": Command(group: "general", help: "help [topic]                Print help") { call in
        let isKnown = call.handler.printHelp(call.arguments.first, output: call.output)
        if !isKnown { call.print("No help topic \(call.arguments.first ?? "").") }
        return isKnown ? Result.ok : Result.failed
      },
      "quit": Command(group: "general", help: "quit                        Quit") { call in
        call.print("cheers!")
        return quit
      },
      "echo": Command(group: "general", help: "echo text                   Print text") { call in
        call.print(call.arguments.joined(separator: " "))
        return Result.ok
      },
      "sleep": Command(group: "general", help: "sleep ms                    Wait") { call in
        guard let milliseconds = call.integer(0), milliseconds >= 0 else { return nil }
        usleep(UInt32(milliseconds) * 1000)
        return Result.ok
      },
      "source": Command(
        group: "general", help: "source file                 Run the commands of a file"
      ) { call in
        guard let path = call.arguments.first else { return nil }
        return call.handler.source(path, output: call.output)
      },
      "set": Command(
        group: "settings", help: "set name value              Change a setting", run: set),
      "get": Command(
        group: "settings", help: "get name                    Print a setting"
      ) { call in
        guard let name = call.arguments.first else { return nil }
        guard let value = call.handler.settings?[name]?.description else {
          call.print("get: Parameter '\(name)' not found.")
          return Result.failed
        }
        call.print(value)
        return Result.ok
      },
      "info": Command(
        group: "settings", help: "info name                   Describe a setting", run: describe),
      "settings": Command(
        group: "settings", help: "settings                    Print all settings"
      ) { call in
        for name in call.handler.settings?.names ?? [] {
          call.print("\(name)  \(call.handler.settings?[name]?.description ?? "")")
        }
        return Result.ok
      },
    ]
  }

  private static func set(_ call: Call) -> Int32? {
    guard call.arguments.count == 2, let settings = call.handler.settings else { return nil }
    let (name, text) = (call.arguments[0], call.arguments[1])
    guard let setting = settings[name] else {
      call.print("set: Parameter '\(name)' not found.")
      return Result.failed
    }
    let value: Setting.Value? =
      switch setting.kind {
      case .number: Double(text).map { .number($0) }
      case .integer where setting.isToggle && ["yes", "no"].contains(text):
        .integer(text == "yes" ? 1 : 0)
      case .integer: Int32(text).map { .integer($0) }
      case .string, .set: .string(text)
      }
    guard let value, settings.set(name, to: value) else {
      call.print("set: Value '\(text)' of '\(name)' is invalid or out of range.")
      return Result.failed
    }
    return Result.ok
  }

  private static func describe(_ call: Call) -> Int32? {
    guard let name = call.arguments.first else { return nil }
    guard let setting = call.handler.settings?[name] else {
      call.print("info: Parameter '\(name)' not found.")
      return Result.failed
    }
    call.print("\(name): \(setting.kind), \(setting.description), range \(setting.range)")
    return Result.ok
  }

  /// Runs the commands of a file. Returns −1 if it cannot be read, or the last result.
  func source(_ path: String, output: Int32) -> Int32 {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return Result.failed }
    defer { close(descriptor) }
    var result = Result.ok
    while let line = Shell.readLine(descriptor) {
      result = run(line, output: output)
      if result == Self.quit || result == Result.failed { return result }
    }
    return Result.ok
  }
}

extension Setting: CustomStringConvertible {
  var description: String {
    switch value {
    case .number(let value): String(value)
    case .integer(let value): isToggle ? (value != 0 ? "yes" : "no") : String(value)
    case .string(let text): text
    }
  }
}
