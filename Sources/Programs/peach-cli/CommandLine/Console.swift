import Peach
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prints results to standard output and everything else to standard error.
enum Console {
  /// Prints a line of the result.
  static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  /// Prints a line that is not part of the result.
  static func info(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  static func warning(_ text: String) {
    write("peach: warning: \(punctuated(text))\n", to: STDERR_FILENO)
  }

  static func error(_ text: String) {
    write("peach: error: \(punctuated(text))\n", to: STDERR_FILENO)
  }

  /// Returns the text with a full stop, unless it ends with punctuation.
  static func punctuated(_ text: String) -> String {
    [".", "!", "?"].contains { text.hasSuffix($0) } ? text : text + "."
  }

  /// Returns a count with its unit: `1 preset`, `24 presets`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Prints a value as JSON with sorted keys: indented, or on one line.
  static func print(json value: some Encodable, isIndented: Bool = true) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Prints the report of a written bank, as JSON or as text with its warnings.
  static func print(_ report: some BankOutputReport, asJSON: Bool) throws {
    if asJSON { return try print(json: report) }
    for text in report.warnings { warning(text) }
    print(report.text)
  }

  /// Ends the program.
  static func end(_ status: Int32) -> Never { exit(status) }

  /// The file descriptor of standard output.
  static let output = STDOUT_FILENO

  /// Writes text without buffering. Stops if the reader has closed the descriptor.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty, let start = rest.baseAddress {
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, start, rest.count)
        #elseif canImport(Musl)
          let count = Musl.write(descriptor, start, rest.count)
        #else
          let count = Glibc.write(descriptor, start, rest.count)
        #endif
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Whether standard input and standard error are terminals.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks a yes-or-no question at the terminal. Returns whether the answer begins with "y", or
  /// `nil` at the end of input.
  static func confirm(_ question: String) -> Bool? {
    write("peach: \(question) [y/N] ", to: STDERR_FILENO)
    guard let answer = readLine() else { return nil }
    return answer.lowercased().hasPrefix("y")
  }

  /// The environment variables.
  static var environment: [String: String] { ProcessInfo.processInfo.environment }
}

/// A progress bar on standard error. Shows nothing if that is not a terminal.
struct Progress {
  private static let barLength = 20
  private let title: String
  private let isShown = isatty(STDERR_FILENO) == 1
  private var lastPercent = -1

  init(_ title: String) { self.title = title }

  /// Shows the completed fraction, 0…1.
  mutating func show(_ fraction: Double) {
    let percent = Int(fraction * 100)
    guard isShown, percent != lastPercent else { return }
    lastPercent = percent
    let done = min(max(percent * Self.barLength / 100, 0), Self.barLength)
    let bar =
      String(repeating: "█", count: done) + String(repeating: "·", count: Self.barLength - done)
    Console.write("\r\(title) \(percent) % \(bar)", to: STDERR_FILENO)
  }

  /// Clears the line. The next ``show(_:)`` draws it again.
  mutating func finish() {
    lastPercent = -1
    guard isShown else { return }
    let blank = String(repeating: " ", count: title.count + Self.barLength + 9)
    Console.write("\r\(blank)\r", to: STDERR_FILENO)
  }
}

/// The state of Ctrl-C (SIGINT).
enum Interruption {
  private static let wasSignaled = Atomic<Bool>(false)

  /// Unblocks all signals, because the parent process may have blocked some.
  static func unblockSignals() {
    var emptySet = sigset_t()
    sigemptyset(&emptySet)
    pthread_sigmask(SIG_SETMASK, &emptySet, nil)
  }

  /// Makes the first Ctrl-C set ``isRequested``; the second one ends the program.
  static func watch() {
    signal(SIGINT) { number in
      Interruption.wasSignaled.store(true, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
  }

  /// Whether Ctrl-C was pressed.
  static var isRequested: Bool { wasSignaled.load(ordering: .relaxed) }

  /// Throws `CancellationError` if Ctrl-C was pressed.
  static func check() throws {
    if isRequested { throw CancellationError() }
  }
}
