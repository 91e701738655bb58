import PeachServices
import PeachTrainerUI

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A terminal with a line that changes while songs play, and single keys. Without a terminal, there
/// are no keys, and lines are printed to standard error.
final class SongTerminal {
  let isInteractive = Console.isInteractive
  private var decoder = KeyDecoder()
  private var status = StatusLine(isShown: Console.isInteractive)

  /// Reads single keys from now on.
  func enter() {
    if isInteractive { TerminalMode.enter(usesAlternateScreen: false, wakeDescriptor: -1) }
  }

  /// Restores the terminal, where Ctrl-C is a signal again.
  func restore() {
    guard isInteractive else { return }
    status.clear()
    TerminalMode.restore()
  }

  /// Waits for keys, at most `milliseconds`.
  func keys(milliseconds: Int32) -> [TrainerKey] {
    guard isInteractive else {
      usleep(UInt32(milliseconds) * 1000)
      return []
    }
    var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, milliseconds) > 0 else { return decoder.flush() }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    // The end of input.
    guard count > 0 else { return [.interrupt] }
    var keys: [TrainerKey] = []
    for byte in bytes[..<count] {
      if byte == 0x1A { TerminalMode.suspend() } else { keys += decoder.keys([byte]) }
    }
    return keys
  }

  /// Prints a line above the changing one.
  func printLine(_ text: String) { status.printLine(text) }

  func show(_ line: String) { status.show(line) }
}
