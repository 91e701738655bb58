import Foundation
import PeachMusicUnits
import PeachStraightPresets
import Testing

/// Synthetic tones with known faults.
@Suite("The meter of steadiness for chords")
struct SteadinessMeterTests {
  private static let partials = (1...8).map { 0.3 / Double($0) }

  private func steadiness(
    _ partials: [Double] = partials, cents: Double = 0, tremoloDecibels: Double = 0
  ) -> ToneSteadiness {
    SteadinessMeter(sampleRate: 48_000).steadiness(keys: 55...79) { frequency in
      let hertz = frequency.hertz * exp2(cents / 1200)
      return (0..<Int(SteadinessMeter.seconds * 48_000)).map { frame in
        let time = Double(frame) / 48_000
        let tone = partials.enumerated().reduce(0.0) { sum, partial in
          sum + partial.element * sin(2 * .pi * Double(partial.offset + 1) * hertz * time)
        }
        return Float(tone * pow(10, tremoloDecibels * sin(2 * .pi * 4 * time) / 20))
      }
    }
  }

  @Test("A constant tone in tune is steady")
  func steady() {
    #expect(steadiness() == .steady)
    #expect(steadiness(cents: 0.05) == .steady)
  }

  @Test("The cents of a tone that is off are reported", arguments: [-3.0, 0.25, 20])
  func offPitch(cents: Double) {
    guard case .offPitch(let found) = steadiness(cents: cents) else {
      Issue.record("not off")
      return
    }
    #expect(abs(found - abs(cents)) < 0.02, "\(found)")
  }

  @Test("A tremolo fluctuates by its standard deviation, averaged over 0.1 s")
  func fluctuating() {
    let found = steadiness(tremoloDecibels: 1.2)
    guard case .fluctuating(let decibels) = found else {
      Issue.record("\(found)")
      return
    }
    // ±1.2 dB have a standard deviation of 0.85 dB. A Hann window of 0.1 s keeps
    // sinc(0.4) / (1 − 0.4²) = 0.90 of a sine of 4 Hz.
    #expect(abs(decibels - 0.85 * 0.9) < 0.05, "\(decibels)")
  }

  @Test("A sine has too few overtones, and noise has no pitch")
  func others() {
    #expect(steadiness([0.5]) == .fewOvertones)
    var random = SplitMix64(seed: 5)
    let noise = SteadinessMeter(sampleRate: 48_000).steadiness(keys: 55...79) { _ in
      (0..<105_600).map { _ in Float(Int64(bitPattern: random.next())) * 0x1p-64 }
    }
    #expect(noise != .steady)
  }
}
