import CAllocationCounter
import PeachSynthesis
import RandomMusic
import TestEnvironment
import Testing

@Suite(
  "Allocation on the audio thread", .enabled(if: allocation_counter_works(), "Requires glibc."))
struct AllocationTests {
  static let caseCount: UInt64 = TestScale.cases(short: 20, full: 1000)

  @Test("Events and frames do not allocate or free")
  func playingAllocatesNothing() throws {
    // Played before counting, so that the runtime has completed its lazy initialization.
    for seed in UInt64(0)..<20 { _ = try PlayedCase(seed: seed) }
    for seed in 0..<Self.caseCount {
      let random = try RandomCase(seed: seed)
      let plan = random.cut
      var synthesizer = random.makeSynthesizer()
      var output = [Float](repeating: 0, count: 2 * random.frameCount)
      let count = output.withUnsafeMutableBufferPointer { output in
        guard let left = output.baseAddress else { return -1 }
        allocation_counter_start()
        plan.play(on: &synthesizer, left: left, right: left + random.frameCount)
        return allocation_counter_stop()
      }
      #expect(count == 0, "Case \(seed) allocates \(count) times.")
      if count != 0 { return }
    }
  }

  @Test("Allocations and deallocations are counted")
  func countsAllocations() {
    allocation_counter_start()
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 100)
    let afterAllocating = allocation_counter_stop()
    #expect(afterAllocating == 1)
    allocation_counter_start()
    memory.deallocate()
    let afterFreeing = allocation_counter_stop()
    #expect(afterFreeing == 1)
  }
}
