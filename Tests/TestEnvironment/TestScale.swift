import Foundation

/// The number of cases of long tests.
///
/// `./test` runs a part of them, `./test all` sets `PEACH_TESTS=all` and runs all in its release
/// tests. Debug builds always run the shortest part: without optimization the rest takes hours.
public enum TestScale {
  /// Whether the long tests run all their cases.
  public static let isFull =
    !isDebug && ProcessInfo.processInfo.environment["PEACH_TESTS"] == "all"

  /// Whether the tests are compiled without optimization.
  public static let isDebug: Bool = {
    #if DEBUG
      true
    #else
      false
    #endif
  }()

  /// The duration after which a wait for a condition that must become true fails. It detects hangs
  /// and measures nothing: long tests occupy all threads of tasks for minutes.
  public static let hangLimit: Duration = .seconds(isFull ? 3600 : 900)

  /// Returns the number of cases: `short` in debug builds, `full` in the full tests, otherwise a
  /// tenth of `full`, but at least `short`.
  public static func count(short: Int, full: Int) -> Int {
    isDebug ? short : isFull ? full : max(short, full / 10)
  }

  /// Returns the cases: `full` in the full tests, otherwise `short`.
  public static func cases<Cases>(short: Cases, full: Cases) -> Cases { isFull ? full : short }
}
