#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The terminal as the trainer and live playing need it: keys at once and unseen, for the trainer a
/// screen of its own; and as it was before, however the program ends.
enum TerminalMode {
  /// What a signal's handler needs; it must not allocate, so that all is here before.
  private struct Memory {
    var before = termios()
    var isEntered = false
    var ownsScreen = false
    var wakeDescriptor: Int32 = -1
  }

  /// Only this thread writes it, and handlers read it.
  private nonisolated(unsafe) static let memory: UnsafeMutablePointer<Memory> = {
    let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)
    memory.initialize(to: Memory())
    return memory
  }()

  /// xterm's alternate screen without a cursor, and back: ECMA-48 §5.4, xterm's control sequences.
  private static let begin: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  private static let end: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Takes the terminal. What is written to `wakeDescriptor` when its size changes, or the program goes
  /// on after it was suspended, is a byte. Where standard input is no terminal only the latter holds.
  static func enter(ownsScreen: Bool, wakeDescriptor: Int32) {
    memory.pointee.wakeDescriptor = wakeDescriptor
    memory.pointee.ownsScreen = ownsScreen
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] + fatal {
      signal(number) { number in
        TerminalMode.restore()
        // As if nobody had listened: whoever waits for the program sees what ended it.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    for number in [SIGWINCH, SIGCONT] {
      signal(number) { _ in
        var byte: UInt8 = 1
        _ = write(TerminalMode.memory.pointee.wakeDescriptor, &byte, 1)
      }
    }
    if !memory.pointee.isEntered { atexit { TerminalMode.restore() } }
    take()
  }

  /// What ends a program that is wrong.
  private static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]

  private static func take() {
    guard tcgetattr(STDIN_FILENO, &memory.pointee.before) == 0 else { return }
    var raw = memory.pointee.before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
    memory.pointee.isEntered = true
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    if memory.pointee.ownsScreen { put(begin) }
  }

  /// Gives the terminal back; nothing happens where it is as it was. For handlers of signals, too.
  static func restore() {
    guard memory.pointee.isEntered else { return }
    memory.pointee.isEntered = false
    if memory.pointee.ownsScreen { put(end) }
    tcsetattr(STDIN_FILENO, TCSANOW, &memory.pointee.before)
  }

  /// Suspends the program as Ctrl-Z does, and takes the terminal again when it goes on.
  static func suspend() {
    restore()
    raise(SIGSTOP)
    take()
  }

  /// The terminal's columns and lines; what a VT100 has where it does not say.
  static var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private static func put(_ text: StaticString) {
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
