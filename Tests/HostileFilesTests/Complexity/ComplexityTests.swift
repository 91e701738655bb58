import Foundation
import TestEnvironment
import Testing

/// Time, memory, output and messages grow with a file, not with its square.
///
/// `PEACH_COMPLEXITY_TABLE` is the path of a file to which the table of the costs is appended.
@Suite("Malicious files of growing size", .serialized)
struct ComplexityTests {
  /// The bounds for all formats, per byte of the file beyond a constant for small ones.
  private static let memory = (free: 48 << 20, perByte: 1024)
  private static let output = (free: 8 << 20, perByte: 192)
  private static let messages = (count: 250, bytes: 150_000)
  /// The time per megabyte at 4 and 16 times the size, relative to the smallest file.
  private static let growthLimit = 2.0
  /// A shorter time is not measured reliably, in seconds.
  private static let shortestSeconds = 1e-4

  @Test(
    "Time per megabyte is constant, and memory, output and messages are bounded",
    arguments: ComplexityCase.all.filter { TestScale.isFull || !$0.isLong })
  func growth(testCase: ComplexityCase) {
    let count = testCase.smallestCount()
    var costs = testCase.costs(from: count)
    // Other programs disturb caches. They only add time, so the shortest of each size counts.
    for _ in 0..<3 where Self.growth(costs) > Self.growthLimit {
      for (index, cost) in testCase.costs(from: count).enumerated() {
        costs[index].seconds = min(costs[index].seconds, cost.seconds)
      }
    }
    check(costs)
    Self.appendToTable(testCase, costs)
  }

  @Test("A quadratic share of a fifth of the smallest file's time exceeds the limit")
  func sensitivity() {
    let testCase = ComplexityCase(
      name: "quadratic",
      input: { ComplexityInput([UInt8](repeating: 1, count: $0)) },
      process: { input in
        var outcome = ComplexityCase.Outcome()
        // At 512 bytes, 4 rounds of 5 are linear in the size.
        for _ in 0..<(4 * 512 + input.bytes.count) {
          for byte in input.bytes { outcome.outputBytes = outcome.outputBytes &* 3 &+ Int(byte) }
        }
        return outcome
      })
    #expect(Self.growth(testCase.costs(from: 512)) > Self.growthLimit)
  }

  private func check(_ costs: [ComplexityCase.Cost]) {
    let rates = costs.map(\.millisecondsPerMegabyte)
    #expect(Self.growth(costs) <= Self.growthLimit, "ms per megabyte: \(rates)")
    for cost in costs {
      let memory = Self.memory.free + Self.memory.perByte * cost.byteCount
      #expect(cost.peakBytes <= memory, "\(cost.byteCount) bytes")
      let output = Self.output.free + Self.output.perByte * cost.byteCount
      #expect(cost.outcome.outputBytes <= output, "\(cost.byteCount) bytes")
      #expect(cost.outcome.messageCount <= Self.messages.count)
      #expect(cost.outcome.messageBytes <= Self.messages.bytes)
    }
  }

  /// Returns the largest time per megabyte, relative to that of the smallest file.
  private static func growth(_ costs: [ComplexityCase.Cost]) -> Double {
    var smallest = costs[0]
    smallest.seconds = max(smallest.seconds, shortestSeconds)
    let rates = costs.dropFirst().map(\.millisecondsPerMegabyte)
    return (rates.max() ?? 0) / smallest.millisecondsPerMegabyte
  }

  /// Appends a row: sizes in kilobytes, milliseconds per megabyte, peak memory per byte, messages.
  private static func appendToTable(_ testCase: ComplexityCase, _ costs: [ComplexityCase.Cost]) {
    guard let path = ProcessInfo.processInfo.environment["PEACH_COMPLEXITY_TABLE"],
      let last = costs.last
    else { return }
    let sizes = costs.map { "\(($0.byteCount + 500) / 1000)" }.joined(separator: " / ")
    let rates = costs.map { String(format: "%.1f", $0.millisecondsPerMegabyte) }
      .joined(separator: " / ")
    let memory = last.peakBytes / max(last.byteCount, 1)
    let row =
      "| \(testCase.name) | \(sizes) | \(rates) | \(memory) | \(last.outcome.messageCount) |\n"
    guard let file = fopen(path, "a") else { return }
    fputs(row, file)
    fclose(file)
  }
}
