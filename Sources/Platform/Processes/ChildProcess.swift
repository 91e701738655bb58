#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Another program at work: started, looked after, ended with its owner.
///
/// It reads nothing and its words go nowhere. Ctrl-C in a terminal reaches it as it reaches this
/// process. For one thread at a time; not the audio thread.
///
/// ```swift
/// var process = try ChildProcess(program: "/usr/bin/true", arguments: [])
/// while process.poll() == nil { Pause.milliseconds(10) }
/// process.poll()  // .exited(0)
/// ```
public struct ChildProcess: ~Copyable {
  /// How a process ended.
  public enum Ending: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By a signal of this number.
    case killed(Int32)
  }

  private let number: pid_t
  private var ending: Ending?

  /// Starts `program`, a path, with `arguments` after its name, in this process's environment.
  ///
  /// A descriptor to inherit stays open in the child, so that a lock on it lasts until both are gone.
  /// Throws the system's reason where the program cannot be started.
  public init(
    program: String, arguments: [String], inheriting descriptor: Int32? = nil
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
    // A thread of a pool has all signals blocked, and a child would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var number: pid_t = 0
    let code = posix_spawn(&number, program, &actions, &attributes, words, environ)
    guard code == 0 else {
      throw ChildProcessError(program: program, reason: String(cString: strerror(code)))
    }
    self.number = number
  }

  /// How it ended; nil while it is at work. Does not wait.
  public mutating func poll() -> Ending? {
    if ending == nil { ending = Self.ending(of: number, WNOHANG) }
    return ending
  }

  /// Asks it to end, and waits until it has.
  public mutating func end() {
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
    // Nothing is known of a child that somebody else has waited for.
    guard result > 0 else { return .exited(-1) }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }
}

/// A program that could not be started. `\(error)` is a sentence for a person.
public struct ChildProcessError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Its path.
  public var program: String
  /// The system's reason.
  public var reason: String

  /// `cannot start /usr/bin/curl: Permission denied`.
  public var description: String { "cannot start \(program): \(reason)" }
}
