// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The functions of shell.h.
import FluidSynthPOSIX

/// Returns the descriptor of standard input.
@c public func fluid_get_stdin() -> Int32 { 0 }

/// Returns the descriptor of standard output.
@c public func fluid_get_stdout() -> Int32 { 1 }

/// Writes the path of the user's file of commands.
@c public func fluid_get_userconf(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int32
) -> UnsafeMutablePointer<CChar>? {
  guard let buffer, let home = getenv("HOME") else { return nil }
  CString.copy(String(cString: home) + "/.fluidsynth", to: buffer, capacity: Int(capacity))
  return buffer
}

/// Writes the path of the system's file of commands.
@c public func fluid_get_sysconf(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int32
) -> UnsafeMutablePointer<CChar>? {
  guard let buffer else { return nil }
  CString.copy("/etc/fluidsynth.conf", to: buffer, capacity: Int(capacity))
  return buffer
}

private func optional<Object: AnyObject>(
  _ handle: OpaquePointer?, _ type: Object.Type
) -> Object? {
  use(handle, type, or: nil) { $0 }
}

/// Creates a handler of commands for a synthesizer and a router.
@c public func new_fluid_cmd_handler(
  _ synth: OpaquePointer?, _ router: OpaquePointer?
) -> OpaquePointer? {
  Handle.new(
    CommandHandler(nil, optional(synth, Synth.self), optional(router, Router.self), nil))
}

/// Creates a handler of commands for any of the objects.
@c public func new_fluid_cmd_handler2(
  _ settings: OpaquePointer?, _ synth: OpaquePointer?, _ router: OpaquePointer?,
  _ player: OpaquePointer?
) -> OpaquePointer? {
  Handle.new(
    CommandHandler(
      optional(settings, Settings.self), optional(synth, Synth.self),
      optional(router, Router.self), optional(player, Player.self)))
}

/// Deletes a handler.
@c public func delete_fluid_cmd_handler(_ handler: OpaquePointer?) {
  if let handler { Handle.delete(handler, as: CommandHandler.self) }
}

/// Sets the synthesizer of a handler.
@c public func fluid_cmd_handler_set_synth(_ handler: OpaquePointer?, _ synth: OpaquePointer?) {
  use(handler, CommandHandler.self) { $0.synth = optional(synth, Synth.self) }
}

/// Runs a command. Returns 0, −1 for errors, 1 for an empty line or comment, −2 for `quit`.
@c public func fluid_command(
  _ handler: OpaquePointer?, _ command: UnsafePointer<CChar>?, _ output: Int32
) -> Int32 {
  use(handler, CommandHandler.self, or: Result.failed) { handler in
    guard let command else { return Result.failed }
    return handler.run(String(cString: command), output: output)
  }
}

/// Runs the commands of a file.
@c public func fluid_source(
  _ handler: OpaquePointer?, _ path: UnsafePointer<CChar>?
) -> Int32 {
  use(handler, CommandHandler.self, or: Result.failed) { handler in
    guard let path else { return Result.failed }
    return handler.source(String(cString: path), output: 1)
  }
}

/// The object of a `fluid_shell_t`.
private final class ShellObject: @unchecked Sendable {
  // Safe: only its thread uses the handler.
  private var thread: Thread?

  /// Runs a shell: on a thread, or until it ends.
  init(
    _ handler: CommandHandler, prompt: String, input: Int32, output: Int32, isThread: Bool
  ) {
    if !isThread { Shell.run(handler, prompt: prompt, input: input, output: output) }
    guard isThread else { return }
    nonisolated(unsafe) let handler = handler
    // The thread keeps the handler and its objects. Nothing waits for it: it may wait for input.
    thread = Thread {
      Shell.run(handler, prompt: prompt, input: input, output: output)
    }
  }
}

/// Creates a shell. Runs it on a thread, or until it ends.
@c public func new_fluid_shell(
  _ settings: OpaquePointer?, _ handler: OpaquePointer?, _ input: Int32, _ output: Int32,
  _ isThread: Int32
) -> OpaquePointer? {
  use(handler, CommandHandler.self, or: nil) { handler in
    let prompt = use(settings, Settings.self, or: "") { $0.string("shell.prompt") }
    return Handle.new(
      ShellObject(
        handler, prompt: prompt, input: input, output: output, isThread: isThread != 0))
  }
}

/// Runs a shell on standard input and output until it ends.
@c public func fluid_usershell(_ settings: OpaquePointer?, _ handler: OpaquePointer?) {
  use(handler, CommandHandler.self) { handler in
    let prompt = use(settings, Settings.self, or: "") { $0.string("shell.prompt") }
    Shell.run(handler, prompt: prompt, input: 0, output: 1)
  }
}

/// Deletes a shell. One on a thread ends with its input or `quit`.
@c public func delete_fluid_shell(_ shell: OpaquePointer?) {
  if let shell { Handle.delete(shell, as: ShellObject.self) }
}

private func refuseServer(_ function: StaticString) {
  _ = Log.refuse(function, "commands from the network would be unauthenticated")
}

/// Refused: there is no network server.
@c public func new_fluid_server(
  _ settings: OpaquePointer?, _ synth: OpaquePointer?, _ router: OpaquePointer?
) -> OpaquePointer? {
  refuseServer("new_fluid_server")
  return nil
}

/// Refused: there is no network server.
@c public func new_fluid_server2(
  _ settings: OpaquePointer?, _ synth: OpaquePointer?, _ router: OpaquePointer?,
  _ player: OpaquePointer?
) -> OpaquePointer? {
  refuseServer("new_fluid_server2")
  return nil
}

/// Does nothing: there are no servers.
@c public func delete_fluid_server(_ server: OpaquePointer?) {}

/// Refused: there are no servers.
@c public func fluid_server_join(_ server: OpaquePointer?) -> Int32 {
  refuseServer("fluid_server_join")
  return Result.failed
}
