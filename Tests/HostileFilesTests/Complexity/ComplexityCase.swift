import Foundation
import TestEnvironment
import Testing

/// A kind of file that a program could read in time that grows faster than the file: its generator,
/// for any size, and what is done with it.
struct ComplexityCase: Sendable, CustomTestStringConvertible {
  /// The results of processing a file.
  struct Outcome {
    /// The number of user-facing messages, and their size in bytes.
    var messageCount = 0
    var messageBytes = 0
    /// The size of written files, in bytes.
    var outputBytes = 0

    mutating func add(_ messages: some Sequence<String>) {
      for message in messages {
        messageCount += 1
        messageBytes += message.utf8.count
      }
    }
  }

  /// The costs of a file.
  struct Cost {
    var byteCount: Int
    var seconds: Double
    /// The peak of the thread's memory above that at the start, in bytes.
    var peakBytes: Int
    var outcome: Outcome

    var millisecondsPerMegabyte: Double { seconds * 1e3 / (Double(byteCount) / 1e6) }
  }

  let name: String
  /// The number of elements at which the time is measured first; doubled while it is too short.
  var start = 64
  /// The number of elements that the format permits in the largest file.
  var maximum = 1 << 22
  /// Whether only the full tests measure it: the files must be large for their cost to be constant.
  var isLong = false
  let input: @Sendable (Int) -> ComplexityInput
  let process: @Sendable (ComplexityInput) -> Outcome

  var testDescription: String { name }

  /// The shortest time that is measured, in seconds of CPU time of the thread.
  private static let shortestSeconds = TestScale.cases(short: 0.002, full: 0.012)
  private static let factors = [1, 4, 16]
  /// The size of the smallest file from which it is not enlarged, in bytes.
  private static let sufficientBytes = 200_000

  /// Returns the number of elements of the smallest file whose time is measured.
  func smallestCount() -> Int {
    var count = start
    // A single time would end the search early if the thread was disturbed.
    var cost = cost(count, repeats: 3)
    // The file at 16 times the size may be the largest that the format permits.
    while cost.seconds < Self.shortestSeconds, cost.byteCount < Self.sufficientBytes,
      count * 32 <= maximum
    {
      count *= 2
      cost = self.cost(count, repeats: 3)
    }
    return count
  }

  /// Returns the costs of files of 1, 4 and 16 times a number of elements.
  func costs(from count: Int) -> [Cost] {
    Self.factors.map { self.cost(count * $0, repeats: $0 == 1 ? 3 : 1) }
  }

  /// Returns the costs of a file, the shortest CPU time of several.
  private func cost(_ count: Int, repeats: Int) -> Cost {
    let input = input(count)
    var best = Double.infinity
    var outcome = Outcome()
    AllocationPeak.start()
    for _ in 0..<repeats {
      let time = cpuTime { outcome = process(input) }
      best = min(best, time / .seconds(1))
    }
    return Cost(
      byteCount: input.byteCount, seconds: best, peakBytes: AllocationPeak.stop(),
      outcome: outcome)
  }
}

/// A file with those that it refers to.
struct ComplexityInput: Sendable {
  let bytes: [UInt8]
  /// The other files of its folder, by name.
  var files: [String: [UInt8]] = [:]

  init(_ bytes: [UInt8], files: [String: [UInt8]] = [:]) {
    self.bytes = bytes
    self.files = files
  }

  init(_ text: String, files: [String: [UInt8]] = [:]) {
    self.init(Array(text.utf8), files: files)
  }

  var byteCount: Int { files.values.reduce(bytes.count) { $0 + $1.count } }
}
