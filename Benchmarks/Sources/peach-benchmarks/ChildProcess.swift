import Foundation

/// A program run to its end, and what it took.
struct ChildProcess {
  var milliseconds: Double
  /// What all of its threads and children took, in the program and in the system.
  var processorMilliseconds: Double
  private let megabytesAtMost: Double
  private let ownMegabytes: Double

  /// Runs a program; `input` is a file that it reads, `output` and `errors` are files that it writes,
  /// without `errors` to this program's standard error. Throws where it cannot be started or ends with
  /// a code other than these.
  init(
    _ arguments: [String], input: String = "/dev/null", output: String = "/dev/null",
    errors: String? = "/dev/null", codes: ClosedRange<Int32> = 0...0
  ) throws {
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o644)
    if let errors { posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY, 0) }
    ownMegabytes = Self.megabytes(Self.ownUsage)
    let begun = ContinuousClock.now
    var child = pid_t()
    guard posix_spawnp(&child, arguments[0], &actions, nil, words, environ) == 0 else {
      throw Failure(description: "\(arguments[0]) cannot be started")
    }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 {
      guard errno == EINTR else {
        throw Failure(description: "\(arguments[0]) cannot be waited for")
      }
    }
    milliseconds = (ContinuousClock.now - begun) / .milliseconds(1)
    processorMilliseconds = Self.milliseconds(usage.ru_utime) + Self.milliseconds(usage.ru_stime)
    guard status & 0x7F == 0, codes.contains(status >> 8) else {
      throw Failure(description: "\(arguments.joined(separator: " ")) failed")
    }
    megabytesAtMost = Self.megabytes(usage)
  }

  /// The most memory that it had at a time, in millions of bytes. A system may count what the program
  /// that started it had before as its own: throws where that was as much.
  func megabytes() throws -> Double {
    guard megabytesAtMost > ownMegabytes else {
      throw Failure(
        description:
          "memory cannot be measured: \(megabytesAtMost) MB may be those of this program, "
          + "which had \(ownMegabytes) MB")
    }
    return megabytesAtMost
  }

  /// The same of a program that has less than this one, by a third that is small: GNU's `time`.
  static func megabytes(of arguments: [String]) throws -> Double {
    let folder = try Folder()
    let output = folder.path("kilobytes")
    _ = try ChildProcess(["time", "--format", "%M", "--output", output] + arguments)
    let text = try String(contentsOfFile: output, encoding: .utf8)
    guard let kilobytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw Failure(description: "time says \(text)")
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

  struct Failure: Error, CustomStringConvertible { var description: String }
}
