#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program run to its end, and what it took.
struct ChildProcess {
  var milliseconds: Double
  /// What all of its threads and children took, in the program and in the system.
  var processorMilliseconds: Double
  var maximumResidentBytes: Int

  /// Runs a program without its output; `input` is a file that it reads. Throws where it cannot be
  /// started or fails.
  init(_ arguments: [String], input: String = "/dev/null") throws {
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
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
    guard status == 0 else {
      throw Failure(description: "\(arguments.joined(separator: " ")) failed")
    }
    #if canImport(Darwin)
      maximumResidentBytes = usage.ru_maxrss
    #else
      maximumResidentBytes = usage.ru_maxrss * 1024
    #endif
  }

  private static func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
  }

  struct Failure: Error, CustomStringConvertible { var description: String }
}
