import Peach

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Lines that somebody types while a line below shows what sounds; or lines from a pipe.
///
/// On a terminal keys come one by one, so that what is being typed is not torn apart by what is shown.
final class LiveLines {
  /// What came in.
  enum Input {
    case line(String)
    case interrupt
  }

  let isTerminal: Bool
  private var isOpen: Bool
  private var pending: [UInt8] = []
  private var typed = ""
  private var shown = ""
  private var decoder = KeyDecoder()

  /// Lines of the standard input, unless something else reads that.
  init(readsInput: Bool) {
    isOpen = readsInput
    isTerminal = readsInput && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    if isTerminal { TerminalMode.enter(ownsScreen: false, wakeDescriptor: -1) }
  }

  /// Gives the terminal back.
  func end() {
    guard isTerminal else { return }
    clear()
    TerminalMode.restore()
  }

  /// Waits so long for what is typed or piped in.
  func read(milliseconds: Int32) -> [Input] {
    guard isOpen else {
      usleep(UInt32(milliseconds) * 1000)
      return []
    }
    var wait = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    #if canImport(Darwin)
      let count = Darwin.read(STDIN_FILENO, &bytes, bytes.count)
    #elseif canImport(Musl)
      let count = Musl.read(STDIN_FILENO, &bytes, bytes.count)
    #else
      let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    #endif
    if count <= 0 {
      isOpen = count < 0 && errno == EINTR
      return []
    }
    return isTerminal ? keys(Array(bytes[..<count])) : lines(bytes[..<count])
  }

  private func lines(_ bytes: ArraySlice<UInt8>) -> [Input] {
    pending += bytes
    var found: [Input] = []
    while let end = pending.firstIndex(of: 0x0A) {
      found.append(.line(String(decoding: pending[..<end], as: UTF8.self)))
      pending.removeSubrange(...end)
    }
    return found
  }

  private func keys(_ bytes: [UInt8]) -> [Input] {
    var found: [Input] = []
    for key in decoder.keys(bytes) {
      switch key {
      case .interrupt: found.append(.interrupt)
      case .enter:
        clear()
        if !typed.isEmpty { Console.note("> \(typed)") }
        found.append(.line(typed))
        typed = ""
      case .backspace: typed = String(typed.dropLast())
      case .space: typed += " "
      case .character(let scalar): typed.unicodeScalars.append(scalar)
      default: break
      }
    }
    return found
  }

  /// A line that stays.
  func say(_ text: String) {
    clear()
    Console.note(text)
  }

  /// Shows what sounds, and what is being typed behind it; nothing where nobody looks.
  func show(_ status: String) {
    guard isTerminal else { return }
    let line = String("\(status)  > \(typed)".prefix(TerminalMode.size.width - 1))
    if line == shown { return }
    shown = line
    Console.write("\r\(line)\u{1B}[K", to: STDERR_FILENO)
  }

  private func clear() {
    guard isTerminal, !shown.isEmpty else { return }
    shown = ""
    Console.write("\r\u{1B}[K", to: STDERR_FILENO)
  }
}
