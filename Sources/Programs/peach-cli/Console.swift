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

/// What the program says: results on standard output, everything else on standard error.
enum Console {
  /// A line of the result.
  static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

  /// Something to know that is not part of the result.
  static func note(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// What went wrong, or should be known.
  static func error(_ text: String) { write("peach: \(sentence(text))\n", to: STDERR_FILENO) }

  /// A text with a full stop behind, where it ends in nothing of that kind.
  static func sentence(_ text: String) -> String {
    [".", "!", "?"].contains { text.hasSuffix($0) } ? text : text + "."
  }

  /// A number of things: `1 preset`, `24 presets`.
  static func count(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)\(count == 1 ? "" : "s")"
  }

  /// A value as JSON, keys sorted.
  static func print(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// A value as JSON on one line, keys sorted.
  static func print(jsonLine value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Ends the program.
  static func end(_ status: Int32) -> Never { exit(status) }

  /// Standard output.
  static let output = STDOUT_FILENO

  /// Text as it is, at once; given up where nobody reads any more.
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

  /// True where somebody at a terminal can be asked.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  /// Asks a question at the terminal; nil where the answer is none. Only what begins with a y is yes.
  static func ask(_ question: String) -> Bool? {
    write("peach: \(question) [y/N] ", to: STDERR_FILENO)
    guard let answer = readLine() else { return nil }
    return answer.lowercased().hasPrefix("y")
  }

  /// The environment's variables.
  static var environment: [String: String] { ProcessInfo.processInfo.environment }
}

/// A line on a terminal that says how far something is; nothing where nobody looks.
struct Progress {
  private static let barLength = 20
  private let title: String
  private let isShown = isatty(STDERR_FILENO) == 1
  private var lastPercent = -1

  init(_ title: String) { self.title = title }

  /// Shows how much is done, 0…1.
  mutating func show(_ part: Double) {
    let percent = Int(part * 100)
    guard isShown, percent != lastPercent else { return }
    lastPercent = percent
    let done = min(max(percent * Self.barLength / 100, 0), Self.barLength)
    let bar =
      String(repeating: "█", count: done) + String(repeating: "·", count: Self.barLength - done)
    Console.write("\r\(title) \(percent) % \(bar)", to: STDERR_FILENO)
  }

  /// Clears the line; it comes back when more is shown.
  mutating func finish() {
    lastPercent = -1
    guard isShown else { return }
    let blank = String(repeating: " ", count: title.count + Self.barLength + 9)
    Console.write("\r\(blank)\r", to: STDERR_FILENO)
  }
}

/// Ctrl-C, as something to look at.
enum Interruption {
  private static let wasAsked = Atomic<Bool>(false)

  /// Lets signals reach the program, though whoever started it may have held them back.
  static func admitSignals() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  /// From now on Ctrl-C is remembered instead of ending the program; a second one ends it.
  static func watch() {
    signal(SIGINT) { number in
      Interruption.wasAsked.store(true, ordering: .relaxed)
      signal(number, SIG_DFL)
    }
  }

  /// True once Ctrl-C was pressed.
  static var wasAskedFor: Bool { wasAsked.load(ordering: .relaxed) }

  /// Throws `CancellationError` once Ctrl-C was pressed.
  static func check() throws {
    if wasAskedFor { throw CancellationError() }
  }
}
