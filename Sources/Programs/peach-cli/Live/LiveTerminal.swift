import PeachServices
import PeachTrainerUI

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads commands, from a pipe or from a terminal with a status line. On a terminal it reads single
/// keys, so that the status line and the typed text share a line.
final class LiveTerminal {
  enum Input {
    case line(String)
    case interrupt
  }

  let isInteractive: Bool
  private var isOpen: Bool
  private var pending: [UInt8] = []
  private var typed = ""
  private var status: StatusLine
  private var decoder = KeyDecoder()

  /// Creates a reader of standard input, unless a MIDI input reads it.
  init(readsInput: Bool) {
    isOpen = readsInput
    isInteractive = readsInput && Console.isInteractive
    status = StatusLine(isShown: isInteractive)
    if isInteractive { TerminalMode.enter(usesAlternateScreen: false, wakeDescriptor: -1) }
  }

  func restore() {
    guard isInteractive else { return }
    status.clear()
    TerminalMode.restore()
  }

  /// Waits for input, at most `milliseconds`.
  func inputs(milliseconds: Int32) -> [Input] {
    guard isOpen else {
      usleep(UInt32(milliseconds) * 1000)
      return []
    }
    var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count <= 0 {
      // A non-blocking input may be empty again if another process reads it, too.
      isOpen = count < 0 && (errno == EINTR || errno == EAGAIN)
      return []
    }
    return isInteractive ? keys(Array(bytes[..<count])) : lines(bytes[..<count])
  }

  private func lines(_ bytes: ArraySlice<UInt8>) -> [Input] {
    pending += bytes
    var inputs: [Input] = []
    while let end = pending.firstIndex(of: 0x0A) {
      inputs.append(.line(String(decoding: pending[..<end], as: UTF8.self)))
      pending.removeSubrange(...end)
    }
    return inputs
  }

  private func keys(_ bytes: [UInt8]) -> [Input] {
    var inputs: [Input] = []
    for key in decoder.keys(bytes) {
      switch key {
      case .interrupt: inputs.append(.interrupt)
      case .enter:
        status.clear()
        if !typed.isEmpty { Console.info("> \(typed)") }
        inputs.append(.line(typed))
        typed = ""
      case .backspace: typed = String(typed.dropLast())
      case .space: typed += " "
      case .character(let scalar): typed.unicodeScalars.append(scalar)
      default: break
      }
    }
    return inputs
  }

  /// Prints a line above the status line.
  func printLine(_ text: String) { status.printLine(text) }

  /// Updates the status line, followed by the typed text. Does nothing without a terminal.
  func show(_ text: String) { status.show("\(text)  > \(typed)") }
}
