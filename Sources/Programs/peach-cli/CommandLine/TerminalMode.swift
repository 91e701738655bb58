#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Sets the terminal to raw mode, with the alternate screen if requested, and restores it however
/// the program ends.
enum TerminalMode {
  /// The state for signal handlers, which must not allocate.
  private struct State {
    var original = termios()
    var isEntered = false
    var usesAlternateScreen = false
    var wakeDescriptor: Int32 = -1
  }

  /// Written by the main thread and read by signal handlers.
  private nonisolated(unsafe) static let state: UnsafeMutablePointer<State> = {
    let state = UnsafeMutablePointer<State>.allocate(capacity: 1)
    state.initialize(to: State())
    return state
  }()

  /// The alternate screen (xterm control sequences), without a cursor (ECMA-48 §5.4).
  private static let begin: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
  private static let end: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"

  /// Enters raw mode if standard input is a terminal. Installs signal handlers that write a byte to
  /// `wakeDescriptor` when the terminal is resized or the process resumes.
  static func enter(usesAlternateScreen: Bool, wakeDescriptor: Int32) {
    state.pointee.wakeDescriptor = wakeDescriptor
    state.pointee.usesAlternateScreen = usesAlternateScreen
    for number in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] + fatal {
      signal(number) { number in
        TerminalMode.restore()
        // Raise the signal again, so that the parent process sees the cause.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    for number in [SIGWINCH, SIGCONT] {
      signal(number) { _ in
        var byte: UInt8 = 1
        _ = write(TerminalMode.state.pointee.wakeDescriptor, &byte, 1)
      }
    }
    if !state.pointee.isEntered { atexit { TerminalMode.restore() } }
    activate()
  }

  private static let fatal = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT]

  private static func activate() {
    guard tcgetattr(STDIN_FILENO, &state.pointee.original) == 0 else { return }
    var raw = state.pointee.original
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | ISTRIP)
    state.pointee.isEntered = true
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
    if state.pointee.usesAlternateScreen { writeSequence(begin) }
  }

  /// Restores the terminal mode, if it was changed. Safe in signal handlers.
  static func restore() {
    guard state.pointee.isEntered else { return }
    state.pointee.isEntered = false
    if state.pointee.usesAlternateScreen { writeSequence(end) }
    tcsetattr(STDIN_FILENO, TCSANOW, &state.pointee.original)
  }

  /// Suspends the process as Ctrl-Z does, and enters raw mode again when it resumes.
  static func suspend() {
    restore()
    raise(SIGSTOP)
    activate()
  }

  /// The number of columns and rows; 80 × 24 if unknown.
  static var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  private static func writeSequence(_ text: StaticString) {
    _ = write(STDOUT_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
