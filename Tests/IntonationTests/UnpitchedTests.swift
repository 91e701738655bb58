import Foundation
import PeachIntonation
import PeachMusicUnits
import TestEnvironment
import Testing

@Suite("Unpitched samples")
struct UnpitchedTests {
  private func measure(
    _ frames: [Float], loop: Range<Int>? = nil, rate: Double = 44_100, nominal: Double = 261.6
  ) -> PitchMeasurement {
    frames.withUnsafeBufferPointer {
      PitchEstimator().measure($0, loop: loop, sampleRate: rate, nominal: .hertz(nominal))
    }
  }

  @Test("White noise, low-passed noise and silence are unpitched")
  func noise() {
    for seed in 1...10 {
      var random = RandomNumbers(seed: UInt64(seed))
      let white = (0..<40_000).map { _ in Float(random.between(-0.5, 0.5)) }
      #expect(measure(white) == .unpitched)
      var low = 0.0
      let drum = (0..<40_000).map { index in
        low += 0.05 * (random.between(-1, 1) - low)
        return Float(low * exp(-Double(index) / 8000))
      }
      #expect(!measure(drum).isPitched, "\(seed)")
    }
    #expect(measure([Float](repeating: 0, count: 5000), loop: 100..<4000) == .unpitched)
    #expect(measure([Float](repeating: 0.5, count: 5000), loop: 100..<4000) == .unpitched)
  }

  @Test("Empty and single-frame samples, NaN and invalid loops are harmless")
  func hostile() {
    #expect(measure([]) == .unpitched)
    let bad: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 0, 1, -1]
    let counts = [1, 2, 3, 7, 8, 63, 64, 65, 1000, 5000]
    for count in counts {
      for first in bad {
        var frames = (0..<count).map { Float(sin(Double($0) * 0.06)) }
        for index in stride(from: 0, to: count, by: 5) { frames[index] = first }
        let loops: [Range<Int>?] = [
          nil, 0..<count, 0..<1, (count - 1)..<count, 0..<(count + 1), -5..<3, count..<(count + 9),
          (count / 2)..<(count / 2 + 2), 0..<min(3, count), Int.min..<Int.max,
        ]
        for loop in loops {
          let found = measure(frames, loop: loop)
          #expect(found.frequency.hertz >= 0 && found.frequency.hertz < 30_000)
          #expect(found.uncertaintyCents >= 0)
        }
      }
    }
    for rate in [0, -1, 1, 100, 1e7, .nan, .infinity] {
      for nominal in [0, -1, 1e-300, 1e300, .nan, .infinity] {
        _ = measure([0, 1, 0, -1, 0, 1, 0, -1], loop: 0..<4, rate: rate, nominal: nominal)
      }
    }
  }

  @Test("A loop of four frames has the pitch of four frames")
  func shortest() {
    let found = measure([0, 0.5, 0, -0.5], loop: 0..<4, nominal: 11_000)
    #expect(found.kind == .periodicLoop && found.frequency.hertz == 11_025)
  }
}
