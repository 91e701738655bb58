import Foundation
import PeachServices
import TestEnvironment
import Testing

@Suite("Mutated files of every format", .serialized)
struct MutatedFileTests {
  /// The mutations per format: all in the full tests.
  static let count = TestScale.cases(short: 40, full: 1000)
  private static let longest = Duration.seconds(5)

  @Test("Unchanged files sound", arguments: MutatedFormat.available)
  func unchanged(format: MutatedFormat) throws {
    let file = try MutatedFile(format)
    for seed in try format.seeds() { #expect(try file.play(seed) == .sound) }
  }

  @Test("Mutated files sound or give a message, within seconds", arguments: MutatedFormat.available)
  func mutated(format: MutatedFormat) throws {
    let file = try MutatedFile(format)
    let seeds = try format.seeds()
    var counts = (sound: 0, message: 0, quiet: 0)
    var slowest = Duration.zero
    for number in 0..<UInt64(Self.count) {
      let bytes = MutatedFile.bytes(seeds, number: number)
      let start = ContinuousClock.now
      let outcome = try file.play(bytes)
      slowest = max(slowest, ContinuousClock.now - start)
      switch outcome {
      case .sound: counts.sound += 1
      case .message: counts.message += 1
      case .quiet: counts.quiet += 1
      case .fault(let fault): Issue.record("\(format.rawValue), mutation \(number): \(fault)")
      }
    }
    print(
      "\(format.rawValue): \(counts.sound) sound, \(counts.message) messages,",
      "\(counts.quiet) silent by their parameters; the slowest took \(slowest)")
    #expect(slowest < Self.longest)
  }
}
