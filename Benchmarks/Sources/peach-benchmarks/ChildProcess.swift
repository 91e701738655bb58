import Foundation

/// A completed program run, and its resource usage.
struct ChildProcess {
  /// The wall time.
  var milliseconds: Double
  /// The CPU time of all threads and children, user plus system.
  var cpuMilliseconds: Double
  private let peakMegabytes: Double
  private let parentMegabytes: Double

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - input, output, errors: The files of its standard streams. Without `errors`, it shares this
  ///     program's standard error.
  ///   - codes: The permitted exit statuses.
  /// - Throws: ``Failure`` if the program cannot be started, or fails.
  init(
    _ arguments: [String], input: String = "/dev/null", output: String = "/dev/null",
    errors: String? = "/dev/null", codes: ClosedRange<Int32> = 0...0
  ) throws {
    let pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o644)
    if let errors { posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0) }
    parentMegabytes = Self.megabytes(Self.ownUsage)
    let begun = ContinuousClock.now
    var child = pid_t()
    guard posix_spawnp(&child, arguments[0], &actions, nil, pointers, environ) == 0 else {
      throw Failure(description: "Cannot start \(arguments[0]).")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else {
        throw Failure(description: "Cannot wait for \(arguments[0]).")
      }
    }
    milliseconds = (ContinuousClock.now - begun) / .milliseconds(1)
    cpuMilliseconds = Self.milliseconds(usage.ru_utime) + Self.milliseconds(usage.ru_stime)
    guard status & 0x7F == 0, codes.contains(status >> 8) else {
      throw Failure(description: "\(arguments.joined(separator: " ")) failed.")
    }
    peakMegabytes = Self.megabytes(usage)
  }

  /// Returns the peak memory in megabytes. The system may count the parent's memory at the start as
  /// the child's; throws if the parent had as much.
  func megabytes() throws -> Double {
    guard peakMegabytes > parentMegabytes else {
      throw Failure(
        description:
          "Cannot measure memory: \(peakMegabytes) MB may be the memory of this program, "
          + "which had \(parentMegabytes) MB.")
    }
    return peakMegabytes
  }

  /// Returns the peak memory of a program that may have less than this one, measured by GNU `time`.
  static func megabytes(of arguments: [String]) throws -> Double {
    let folder = try Folder()
    let output = folder.path("kilobytes")
    _ = try ChildProcess(["time", "--format", "%M", "--output", output] + arguments)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    guard let kilobytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(description: "Unexpected output of time: \(text)")
    }
    return kilobytes * 1024 / 1e6
  }

  private static var ownUsage: rusage {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #endif
    return usage
  }

  private static func megabytes(_ usage: rusage) -> Double {
    #if canImport(Darwin)
      Double(usage.ru_maxrss) / 1e6
    #else
      Double(usage.ru_maxrss) * 1024 / 1e6
    #endif
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }

  /// A failed measurement.
  struct Failure: Error, CustomStringConvertible { var description: String }
}
