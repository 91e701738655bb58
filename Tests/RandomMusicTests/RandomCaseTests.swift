import Foundation
import PeachSynthesis
import RandomMusic
import TestEnvironment
import Testing

/// Ten thousand random banks and songs. A failure names its case; the environment
/// variable `PEACH_RANDOM_CASE` plays that one alone.
@Suite("Random banks and MIDI")
struct RandomCaseTests {
  static let slices = 0..<20
  static let casesPerSlice = TestScale.cases(short: 20, full: 500)

  static let only = ProcessInfo.processInfo.environment["PEACH_RANDOM_CASE"].flatMap { UInt64($0) }

  @Test(
    "Output is finite, bounded and bit-identical for any block size",
    .enabled(if: only == nil, "PEACH_RANDOM_CASE selects one case."), arguments: slices)
  func cases(slice: Int) throws {
    for index in 0..<Self.casesPerSlice {
      let faults = try PlayedCase(seed: UInt64(slice * Self.casesPerSlice + index)).faults
      for fault in faults { Issue.record("\(fault)") }
      if !faults.isEmpty { return }
    }
  }

  @Test("The selected case passes", .enabled(if: only != nil, "Requires PEACH_RANDOM_CASE."))
  func onlyCase() throws {
    let seed = try #require(Self.only)
    for fault in try PlayedCase(seed: seed).faults { Issue.record("\(fault)") }
  }

  @Test("Half of the cases are audible, a third with several voices")
  func casesSound() throws {
    var sounding = 0
    var severalVoices = 0
    for seed in UInt64(0)..<60 {
      let played = try PlayedCase(seed: seed)
      if played.peak > 1e-4 { sounding += 1 }
      if played.mostVoices > 2 { severalVoices += 1 }
    }
    #expect(sounding > 30)
    #expect(severalVoices > 20)
  }

  @Test("Random numbers match the published generator")
  func randomNumbers() {
    // The first three values of seed 1234567, as printed by the authors' reference program.
    var numbers = RandomNumbers(seed: 1_234_567)
    #expect(numbers.next() == 6_457_827_717_110_365_317)
    #expect(numbers.next() == 3_203_168_211_198_807_973)
    #expect(numbers.next() == 9_817_491_932_198_370_423)
  }
}
