import PeachPOSIX

/// A child process, terminated at the end of this value's lifetime. Its standard streams are
/// `/dev/null` by default. It receives a terminal's Ctrl-C. Use on one thread at a time.
package struct ChildProcess: ~Copyable {
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    /// Terminated by this signal.
    case killed(Int32)
  }

  private let number: pid_t
  private var ending: Ending?

  /// Starts a program in this environment. It writes to `output`, and inherits `descriptor`, as 3,
  /// with a lock on its file.
  package init(
    program: String, arguments: [String], output: Int32? = nil,
    inheriting descriptor: Int32? = nil
  ) throws(ChildProcessError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of a pool block all signals, and the child would inherit their mask.
    var emptySet = sigset_t()
    sigemptyset(&emptySet)
    posix_spawnattr_setsigmask(&attributes, &emptySet)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    let argumentPointers = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for pointer in argumentPointers { free(pointer) } }
    var number: pid_t = 0
    let code = posix_spawn(&number, program, &actions, &attributes, argumentPointers, environ)
    guard code == 0 else {
      throw ChildProcessError(program: program, reason: String(cString: strerror(code)))
    }
    self.number = number
  }

  /// Returns the termination status; `nil` while the process is running. Does not block.
  package mutating func poll() -> Ending? {
    if ending == nil { ending = Self.ending(of: number, WNOHANG) }
    return ending
  }

  /// Terminates the process (SIGTERM) and waits for its end.
  package mutating func end() {
    guard ending == nil else { return }
    kill(number, SIGTERM)
    ending = Self.ending(of: number, 0)
  }

  deinit {
    guard ending == nil else { return }
    kill(number, SIGTERM)
    _ = Self.ending(of: number, 0)
  }

  private static func ending(of number: pid_t, _ options: Int32) -> Ending? {
    var status: Int32 = 0
    var result: pid_t
    repeat { result = waitpid(number, &status, options) } while result < 0 && errno == EINTR
    if result == 0 { return nil }
    // The status is lost if the child was waited for elsewhere.
    guard result > 0 else { return .exited(-1) }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }
}

/// A failure to start a program. `\(error)` is a message.
package struct ChildProcessError: Error, Hashable, Sendable, CustomStringConvertible {
  package var program: String
  package var reason: String

  /// `Cannot start /usr/bin/curl: Permission denied.`
  package var description: String { "Cannot start \(program): \(reason)." }
}

package enum Pause {
  /// Waits for `count` milliseconds, or until a signal arrives.
  package static func milliseconds(_ count: UInt32) { usleep(1000 * count) }
}
