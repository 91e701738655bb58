import Foundation
import TestEnvironment

/// A tmux session: a terminal emulator that renders screens and accepts keys.
final class Tmux {
  /// Whether tmux is installed.
  static let isHere = OtherProgram.succeeds(["tmux", "-V"])
  private let socket = "peach-test-\(UUID().uuidString)"
  private let peach: Peach

  /// Starts a terminal of the given size that runs a shell command with the environment of `peach`.
  init(_ peach: Peach, width: Int = 80, height: Int = 24, _ command: String) throws {
    self.peach = peach
    let folders = [
      "HOME": "home", "XDG_DATA_HOME": "data", "XDG_CONFIG_HOME": "config",
      "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache",
    ]
    let variables = folders.map { "\($0)=\(peach.path($1))" }.joined(separator: " ")
    let line =
      "env -u NO_COLOR -u LC_ALL -u LC_MESSAGES \(variables) LANG=C.UTF-8 LC_CTYPE=C.UTF-8 "
      + "SWIFT_BACKTRACE=enable=no sh -c '\(command)'; echo ended $?; stty -a; sleep 100"
    try run([
      "-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)",
      "cd '\(peach.path("work"))'; \(line)",
    ])
    try run(["set-option", "-g", "escape-time", "0"])
  }

  /// The server inherits blocked signals from the thread that started it and may miss the end of a
  /// program. Killing it hangs up its programs.
  deinit {
    let server = try? run(["display-message", "-p", "#{pid}"])
    guard let number = server?.trimmingCharacters(in: .whitespacesAndNewlines), Int32(number) != nil
    else { return }
    _ = try? OtherProgram.run(["kill", "-KILL", number])
  }

  /// Sends keys, by tmux's names or as characters.
  func type(_ keys: String...) throws { try run(["send-keys"] + keys) }

  /// Resizes the terminal.
  func resize(width: Int, height: Int) throws {
    try run(["resize-window", "-x", "\(width)", "-y", "\(height)"])
  }

  /// Returns the screen as text without trailing spaces.
  func screen(withStyles: Bool = false) throws -> String {
    let text = try run(["capture-pane", "-p"] + (withStyles ? ["-e"] : []))
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.replacing(#/ +$/#, with: "") }.joined(separator: "\n")
  }

  /// Returns the process in the terminal that is not a shell.
  func processIdentifier() throws -> Int32? {
    let shell = try run(["display-message", "-p", "#{pane_pid}"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    var parent = shell
    while true {
      let result = try OtherProgram.run(["pgrep", "-P", parent])
      let child = result.text.split(separator: "\n").first.map { String($0) }
      guard let child else { return parent == shell ? nil : Int32(parent) }
      parent = child
    }
  }

  /// Waits until the screen contains one of `texts` and is drawn completely, and returns it.
  func wait(for texts: String..., seconds: Double = 60) throws -> String {
    let begun = ContinuousClock.now
    while true {
      let screen = try screen()
      if texts.contains(where: { screen.contains($0) }) {
        return try settled(screen) { screen in texts.contains { screen.contains($0) } }
      }
      if ContinuousClock.now - begun > .seconds(seconds) {
        throw TmuxError(description: "No \(texts) came; there is:\n\(screen)")
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }

  /// Returns the first screen that equals its predecessor, or the last one that has the text: tmux
  /// may have drawn only a part of what the program has written.
  private func settled(_ first: String, hasText: (String) -> Bool) throws -> String {
    var screen = first
    for _ in 0..<20 {
      Thread.sleep(forTimeInterval: 0.01)
      let next = try self.screen()
      if next == screen || !hasText(next) { return screen }
      screen = next
    }
    return screen
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    // Foundation waits for an open file of the child, which tmux's server would keep open.
    let closing =
      "for f in /proc/self/fd/*; do n=${f##*/}; ((n > 2)) && eval \"exec $n>&-\"; done; exec \"$@\""
    let data = try OtherProgram.output(
      ["env", "LC_ALL=C.UTF-8", "bash", "-c", closing, "bash", "tmux", "-u", "-L", socket]
        + arguments)
    return String(decoding: data, as: UTF8.self)
  }
}

/// The expected text did not appear.
struct TmuxError: Error, CustomStringConvertible {
  var description: String
}
