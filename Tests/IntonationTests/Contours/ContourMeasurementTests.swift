import Foundation
import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

/// Contours of generated tones, whose vibrato is known.
@Suite("Contours of recorded notes")
struct ContourMeasurementTests {
  private func measure(_ tone: VibratoTone, nominal: Double? = nil) throws -> ContourMeasurement {
    try #require(
      ContourMeasurement(
        [tone.recording().frames], sampleRate: tone.sampleRate,
        nominal: nominal.map { .hertz($0) }))
  }

  @Test("Extent and rate of a vibrato, and the mean pitch, are those of the tone")
  func vibrato() throws {
    for hertz in TestScale.cases(short: [220], full: [82.4, 110, 220, 440, 880]) {
      // Whole cycles of the vibrato.
      var tone = VibratoTone(hertz: hertz, seconds: 10 / 5.2)
      (tone.scoop, tone.drift) = (0, 0)
      for nominal in [nil, 1.01 * hertz] {
        let contour = try measure(tone, nominal: nominal)
        #expect(abs(1200 * log2(contour.frequency.hertz / hertz)) < 0.5)
        #expect(abs(contour.vibrato.extentCents - 15) < 0.75)
        #expect(abs((contour.vibrato.rateHertz ?? 0) - 5.2) < 0.1)
        #expect(contour.verdict == .straight)
        // The contour itself, apart from both ends.
        for (seconds, cents) in zip(contour.seconds, contour.cents)
        where seconds > 0.35 && seconds < tone.seconds - 0.1 {
          #expect(abs(cents - tone.contour(at: seconds)) < 1)
        }
        // A Hann window of 100 ms weakens a vibrato of 5.2 Hz to 0.8.
        let largest = try #require(contour.windows.largestCents)
        #expect(largest > 10 && largest < 15)
      }
    }
  }

  @Test("A tone without vibrato has no rate, and its windows deviate by less than 0.3 cents")
  func straight() throws {
    var tone = VibratoTone(vibrato: 0)
    (tone.scoop, tone.drift) = (0, 0)
    let contour = try measure(tone)
    #expect((contour.windows.largestCents ?? 9) < 0.3 && abs(contour.windows.meanCents ?? 9) < 0.1)
    #expect(contour.vibrato.extentCents < 0.5 && contour.deviationCents < 0.3)
    #expect(contour.verdict == .alreadyStraight)
  }

  @Test("A fundamental whose phase slides in the attack leaves the mean within 0.03 cents")
  func attack() throws {
    for hertz in [110, 220.0] {
      let frames = (0..<96_000).map { index in
        let time = Double(index) / 48_000
        // A quarter of a cycle in 30 ms, as at the onset of a bowed string.
        let slide = 0.25 * max(1 - time / 0.03, 0)
        let partials = (1...8).map { number in
          let cycles = Double(number) * hertz * time - (number == 1 ? slide : 0)
          return sin(2 * .pi * cycles) / Double(number)
        }
        return Float(0.2 * min(time / 0.02, 1) * partials.reduce(0, +))
      }
      let contour = try #require(
        ContourMeasurement([frames], sampleRate: 48_000, nominal: .hertz(hertz)))
      #expect(abs(1200 * log2(contour.frequency.hertz / hertz)) < 0.03)
    }
  }

  @Test("Noise, silence and invalid audio have no contour and do not trap")
  func hostile() {
    var random = RandomNumbers(seed: 5)
    let noise = (0..<30_000).map { _ in Float(random.between(-1, 1)) }
    let cases: [[[Float]]] = [
      [], [[]], [[0]], [[.nan]], [[Float](repeating: 0, count: 30_000)],
      [[Float](repeating: .infinity, count: 30_000)], [noise, []],
      [noise.map { $0 > 0.9 ? .nan : $0 * 1e30 }],
    ]
    for channels in cases {
      for rate in [0, 100.0, 44_100, 1e7, .nan, .infinity] {
        for nominal in [nil, 440, 1e6] {
          let contour = ContourMeasurement(
            channels, sampleRate: rate, nominal: nominal.map { .hertz($0) })
          if channels.allSatisfy({ $0.allSatisfy { $0 == 0 } }) { #expect(contour == nil) }
          let windows = ToneWindows(
            channels, loop: 3..<7, sampleRate: rate, hertz: nominal ?? .nan)
          #expect(windows.cents.allSatisfy { abs($0) <= CombEstimator.reachCents })
        }
      }
    }
  }
}
