import Foundation
import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

/// Tones of known partials, with the estimate compared to their pitch.
@Suite("Pitch estimates of synthetic tones")
struct PitchEstimatorTests {
  static let cases = TestScale.count(short: 40, full: 10_000)

  /// Returns the outcomes of `count` random tones of a kind.
  private func outcomes(
    _ count: Int, seed: UInt64, _ make: (inout RandomNumbers) -> SyntheticTone
  ) -> [SyntheticCases.Outcome] {
    let estimator = PitchEstimator()
    return (0..<count).map { index in
      var random = RandomNumbers(seed: seed &+ UInt64(index) &* 7919)
      let tone = make(&random)
      return SyntheticCases.measure(tone, with: estimator, &random)
    }
  }

  @Test("Loops of 1 to 50 periods are measured within 0.001 cents, in the right octave")
  func exactLoops() {
    let all = outcomes(Self.cases, seed: 1) { SyntheticCases.exactLoop(&$0) }
    #expect(!all.contains { $0.isInWrongOctave })
    #expect(all.allSatisfy { abs($0.errorCents) <= 0.001 })
    #expect(all.allSatisfy { $0.measurement.kind == .periodicLoop })
    #expect(all.allSatisfy { $0.measurement.uncertaintyCents < 0.02 })
  }

  @Test(
    "Harmonic tones without a loop are within 0.1 cents, decaying or not, with noise at −40 dB")
  func once() {
    let all = outcomes(Self.cases / 10, seed: 2) { SyntheticCases.once(&$0, inharmonicity: 0) }
    #expect(!all.contains { $0.isInWrongOctave })
    #expect(all.allSatisfy { abs($0.errorCents) <= 0.1 })
    #expect(all.filter { !$0.isCovered }.count * 20 <= all.count)
    #expect(all.allSatisfy { $0.measurement.kind == .decaying })
  }

  @Test("The first partial of a stiff string, B up to 0.001, is within 0.1 cents")
  func inharmonic() {
    let all = outcomes(Self.cases / 10, seed: 3) {
      let inharmonicity = pow(10, $0.between(-5, -3))
      return SyntheticCases.once(&$0, inharmonicity: inharmonicity)
    }
    #expect(!all.contains { $0.isInWrongOctave })
    #expect(all.allSatisfy { abs($0.errorCents) <= 0.1 })
    #expect(all.filter { !$0.isCovered }.count * 20 <= all.count)
  }

  @Test("The inharmonicity is within 2 %")
  func inharmonicity() {
    var random = RandomNumbers(seed: 4)
    for value in [1e-4, 4e-4, 1e-3] {
      var tone = SyntheticTone(hertz: 130.8, inharmonicity: value)
      tone.partials = (1...14).map { 1 / Double($0) }
      tone.decaySeconds = 1.5
      let outcome = SyntheticCases.measure(tone, with: PitchEstimator(), &random)
      #expect(abs(outcome.measurement.inharmonicity / value - 1) < 0.02)
    }
  }

  @Test("The pitch of a vibrato up to 40 cents is its mean, within the stated uncertainty")
  func vibrato() {
    let all = outcomes(Self.cases / 20, seed: 5) { SyntheticCases.vibrato(&$0) }
    #expect(!all.contains { $0.isInWrongOctave })
    #expect(all.filter { !$0.isCovered }.count * 20 <= all.count)
    #expect(all.map { abs($0.errorCents) }.sorted()[all.count * 19 / 20] <= 0.1)
    // A sine's standard deviation is its amplitude / √2.
    for outcome in all where outcome.measurement.kind == .longLoop {
      let expected = outcome.tone.vibrato.cents / 2.0.squareRoot()
      #expect(outcome.measurement.spreadCents > 0.3 * expected)
      #expect(outcome.measurement.spreadCents < 1.5 * expected + 5)
    }
  }

  @Test("The pitch of two beating tones is midway, and the deviation covers both")
  func beating() {
    // Lines 440 and 443 of a loop of one second: 11.77 cents apart.
    let count = 44_100
    let frames = (0..<count).map { index in
      let time = Double(index) / Double(count)
      return Float(0.3 * (sin(2 * .pi * 440 * time) + sin(2 * .pi * 443 * time + 1)))
    }
    let measurement = frames.withUnsafeBufferPointer {
      PitchEstimator().measure(
        $0, loop: 0..<count, sampleRate: 44_100, nominal: .hertz(440))
    }
    #expect(measurement.kind == .longLoop)
    #expect(abs(measurement.frequency.hertz - 441.5) < 0.01)
    #expect(abs(measurement.spreadCents - 5.88) < 0.1)
  }

  @Test("A sample an octave from its declared root is measured there")
  func octavesAside() {
    var random = RandomNumbers(seed: 6)
    for octave in [-2.0, -1, 1, 2] {
      var tone = SyntheticTone(hertz: 261.6, partials: [1, 0.6, 0.4, 0.3, 0.2])
      tone.noiseDecibels = -50
      let frames = tone.frames(&random)
      let nominal = 261.6 * pow(2, octave)
      let measurement = frames.withUnsafeBufferPointer {
        PitchEstimator().measure($0, sampleRate: 44_100, nominal: .hertz(nominal))
      }
      #expect(abs(measurement.frequency.hertz - 261.6) < 0.02, "\(octave)")
    }
  }

  @Test("The span before the loop is measured separately")
  func beforeLoop() {
    // 441 Hz before the loop, 450 Hz in it.
    let frames = (0..<44_100).map { index in
      let turns =
        index < 40_000 ? 441 * Double(index) / 44_100 : 450 * Double(index - 40_000) / 44_100
      return Float(0.5 * sin(2 * .pi * turns))
    }
    let measurement = frames.withUnsafeBufferPointer {
      PitchEstimator().measure(
        $0, loop: 40_000..<40_980, sampleRate: 44_100, nominal: .hertz(440))
    }
    #expect(abs(measurement.frequency.hertz - 450) < 1e-6)
    #expect(abs((measurement.beforeLoopCents ?? 0) - 1200 * log2(441.0 / 450)) < 0.1)
  }

  @Test("A string that decays before its loop is measured by its onset")
  func tails() {
    let frames = (0..<60_000).map { index in
      let level = exp(-Double(index) / 15_000)
      let hertz = index < 50_000 ? 220.0 : 225.0
      return Float(0.8 * level * sin(2 * .pi * hertz * Double(index) / 44_100))
    }
    let measurement = frames.withUnsafeBufferPointer {
      PitchEstimator().measure(
        $0, loop: 50_000..<50_196, sampleRate: 44_100, nominal: .hertz(220))
    }
    #expect(measurement.kind == .decaying)
    #expect(abs(measurement.frequency.interval(from: .hertz(220)).value) < 0.05)
  }
}
