import Foundation
import HostileFiles
import PeachInstrumentFiles
import SoundMeasurement
import TestEnvironment
import Testing

/// Findings of the fuzzers, and their seeds.
@Suite("Untrusted files end to end")
struct HostileFormatTests {
  @Test("Seeds, complete and truncated at any byte", arguments: HostileFormat.allCases)
  func seeds(format: HostileFormat) {
    #expect(!format.seeds.isEmpty)
    for seed in format.seeds {
      format.play(seed)
      let step = TestScale.cases(short: 1 + seed.count / 40, full: 1 + seed.count / 2000)
      for count in stride(from: 0, to: seed.count, by: step) { format.play(Array(seed[..<count])) }
    }
  }

  @Test("Float samples above full scale are not played at that level")
  func loudNumbers() {
    for value: Float in [1e9, -1e24, .infinity, .nan] {
      let bytes = [UInt8](unsafeUninitializedCapacity: 400) { buffer, count in
        for index in 0..<100 {
          UnsafeMutableRawBufferPointer(buffer).storeBytes(
            of: value.bitPattern.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
        }
        count = 400
      }
      // Ends the process if the output is out of range.
      HostileFormat.audio.play(WaveFile(tag: 3, bits: 32, data: bytes).bytes)
    }
  }
}
