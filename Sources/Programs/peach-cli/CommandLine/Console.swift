import Dispatch
import PeachPOSIX
import PeachServices
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prints results to standard output and everything else to standard error.
enum Console {
  /// Prints a line of the result.
  static func print(_ text: String) { put(text + "\n", to: STDOUT_FILENO) }
  /// Prints a line that is not part of the result.
  static func info(_ text: String) { put(text + "\n", to: STDERR_FILENO) }

  static func warning(_ text: String) {
    put("peach: warning: \(punctuated(text))\n", to: STDERR_FILENO)
  }

  /// The maximum number of warnings about a bank, without one about the others.
  private static let bankWarningLimit = 8

  /// Prints the warnings about a bank.
  static func warn(of bank: SoundBank, named name: String) {
    warn(bank.warnings, of: bank.storage.path ?? name, named: name)
  }

  /// Prints the first ones of the warnings about the bank of a file.
  static func warn(_ warnings: [String], of file: String, named name: String) {
    for text in warnings.prefix(bankWarningLimit) { warning("\(name): \(text)") }
    let rest = warnings.count - bankWarningLimit
    if rest > 0 {
      warning("\(name): \(count(rest, "other warning")). Run `peach inspect \(file)` to list all.")
    }
  }

  static func error(_ text: String) {
    put("peach: error: \(punctuated(text))\n", to: STDERR_FILENO)
  }

  /// Returns the text with a full stop, unless it ends with punctuation.
  static func punctuated(_ text: String) -> String {
    [".", "!", "?"].contains { text.hasSuffix($0) } ? text : text + "."
  }

  /// Returns a count with its unit: `1 preset`, `24 presets`.
  static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// Returns a line for each text that is not empty, after its title.
  static func lines(_ titled: KeyValuePairs<String, String>, width: Int) -> [String] {
    titled.filter { !$0.value.isEmpty }.map { "  \($0.key.padded(to: width))\($0.value)" }
  }

  /// Prints a value as JSON with sorted keys: indented, or on one line.
  static func print(json value: some Encodable, isIndented: Bool = true) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    print(PathBytes.readable(text, prefix: "\\\\x"))
  }

  /// Prints a report as JSON, or as text with its warnings.
  static func print(_ report: some Report, asJSON: Bool) throws {
    if asJSON { return try print(json: report.json) }
    for text in report.warnings { warning(text) }
    print(report.text)
  }

  static func end(_ status: Int32) -> Never { exit(status) }

  static let output = STDOUT_FILENO
  static let errors = STDERR_FILENO

  /// Writes text without buffering. Stops if the reader has closed the descriptor.
  static func put(_ text: String, to descriptor: Int32) {
    var text = PathBytes.readable(text)
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty, let start = rest.baseAddress {
        let count = write(descriptor, start, rest.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  /// Whether standard input and standard error are terminals.
  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }
  /// Whether standard input and standard output are terminals.
  static var isOnScreen: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Asks a yes-or-no question at the terminal. Returns whether the answer begins with "y", or
  /// `nil` at the end of input.
  static func confirm(_ question: String) -> Bool? {
    put("peach: \(question) [y/N] ", to: STDERR_FILENO)
    guard let answer = readLine() else { return nil }
    return answer.lowercased().hasPrefix("y")
  }

  /// The arguments after the name of the program.
  static var arguments: [String] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      CommandLine.unsafeArgv[index].map { PathBytes.string($0) }
    }
  }

  /// The environment, with folders as ``PathBytes`` has them.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(UserFolders.environment) { $1 }
  }
}

/// A progress bar on standard error. Shows nothing if that is not a terminal.
struct Progress {
  private static let barLength = 20
  private let title: String
  private let isShown = isatty(STDERR_FILENO) == 1
  private var lastPercent = -1

  init(_ title: String) { self.title = title }

  /// Runs an operation that reports its completed fraction. An ``Interruption`` ends it at the
  /// next report.
  static func track<Result>(
    _ title: String, _ operation: (_ report: (Double) throws -> Void) throws -> Result
  ) throws -> Result {
    Interruption.watch()
    var progress = Progress(title)
    defer { progress.finish() }
    return try operation { fraction in
      try Interruption.check()
      progress.show(fraction)
    }
  }

  /// Shows the completed fraction, 0…1.
  mutating func show(_ fraction: Double) {
    let percent = Int(saturating: fraction * 100)
    guard isShown, percent != lastPercent else { return }
    lastPercent = percent
    let done = min(max(percent * Self.barLength / 100, 0), Self.barLength)
    let bar =
      String(repeating: "█", count: done) + String(repeating: "·", count: Self.barLength - done)
    Console.put("\r\(title) \(percent) % \(bar)", to: STDERR_FILENO)
  }

  /// Clears the line. The next ``show(_:)`` draws it again.
  mutating func finish() {
    lastPercent = -1
    guard isShown else { return }
    let blank = String(repeating: " ", count: title.count + Self.barLength + 9)
    Console.put("\r\(blank)\r", to: STDERR_FILENO)
  }
}

/// A line on standard error for an operation of unknown length, which is shown after a second,
/// unless it was cleared before. Shows nothing if that is not a terminal.
final class WaitingLine: Sendable {
  private struct State {
    var isShown = false
    var isCleared = false
  }

  private let state = Mutex(State())

  init(_ title: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + 1) { self.show(title) }
  }

  private func show(_ title: String) {
    state.withLock { state in
      if state.isCleared { return }
      state.isShown = true
      Console.put("\r\(title) …", to: STDERR_FILENO)
    }
  }

  func clear() {
    state.withLock { state in
      if state.isShown && !state.isCleared { Console.put("\r\u{1B}[K", to: STDERR_FILENO) }
      state.isCleared = true
    }
  }
}
