import Foundation
import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

/// Expected values are the frequencies of synthetic tones.
@Suite("Comb estimator")
struct CombEstimatorTests {
  private static let rates = [8_000.0, 22_050, 44_100, 48_000, 96_000]

  /// Returns a second of partials 1…`count` with amplitudes of 1/n, `cents` above `hertz`.
  private static func tone(
    _ hertz: Double, cents: Double, rate: Double = 44_100, count: Int = 24,
    inharmonicity b: Double = 0, seconds: Double = 1, random: inout RandomNumbers
  ) -> [Float] {
    var frames = [Double](repeating: 0, count: Int(seconds * rate))
    let first = hertz * exp2(cents / 1200)
    for number in 1...count {
      let n = Double(number)
      let frequency = n * first * ((1 + b * n * n) / (1 + b)).squareRoot()
      guard frequency < 0.49 * rate else { break }
      let phase = random.unit()
      for index in frames.indices {
        let turns = phase + frequency * Double(index) / rate
        frames[index] += 0.2 / n * sin(2 * .pi * (turns - turns.rounded(.down)))
      }
    }
    return frames.map { Float($0) }
  }

  private static func windows(
    _ channels: [[Float]], loop: Range<Int>? = nil, around hertz: Double, rate: Double = 44_100,
    inharmonicity: Double = 0, from first: Double = 0, to last: Double = 1
  ) -> [Double?] {
    let comb = CombEstimator(sampleRate: rate)
    func call(_ buffers: [UnsafeBufferPointer<Float>], _ rest: ArraySlice<[Float]>) -> [Double?] {
      guard let next = rest.first else {
        return comb.windows(
          of: buffers, loop: loop, around: hertz, inharmonicity: inharmonicity, from: first,
          to: last)
      }
      return next.withUnsafeBufferPointer { call(buffers + [$0], rest.dropFirst()) }
    }
    return call([], channels[...])
  }

  /// The side lobes of adjacent partials, six bins away in the lowest tones, bias the maximum.
  private static func limit(_ hertz: Double) -> Double { hertz < 200 ? 0.15 : 0.01 }

  @Test("Harmonic tones are exact at every sample rate", arguments: rates)
  func exactness(rate: Double) {
    var random = RandomNumbers(seed: 1)
    for hertz in [32.7, 65.4, 110, 220, 440, 1_320, 3_300] {
      for cents in [-53.3, -0.07, 0, 21.7] {
        for count in [1, 24] where hertz < 0.4 * rate {
          let tone = Self.tone(hertz, cents: cents, rate: rate, count: count, random: &random)
          let found = Self.windows([tone], around: hertz, rate: rate)
          #expect(found.count >= 14, "\(hertz)")
          let worst = found.map { abs(($0 ?? .infinity) - cents) }.max() ?? 0
          #expect(worst < Self.limit(hertz), "\(hertz) Hz, \(cents) cents, \(count) partials")
        }
      }
    }
  }

  @Test("Partials of a stiff string are exact with its inharmonicity")
  func inharmonicity() {
    var random = RandomNumbers(seed: 2)
    for (hertz, b) in [(55.0, 2e-4), (220, 4e-4), (880, 2e-3)] {
      let tone = Self.tone(hertz, cents: 3.4, inharmonicity: b, random: &random)
      for window in Self.windows([tone], around: hertz, inharmonicity: b) {
        #expect(abs((window ?? .infinity) - 3.4) < Self.limit(hertz), "\(hertz) Hz")
      }
    }
  }

  @Test("The mean of windows over whole cycles of a vibrato is the tone's mean")
  func vibrato() {
    // Five cycles per second: twenty windows of a quarter cycle's distance.
    var random = RandomNumbers(seed: 3)
    for hertz in [110.0, 440, 1_320] {
      for depth in [5.0, 15, 40] {
        let phase = random.unit()
        var turns = 0.0
        let tone = (0..<66_150).map { (index: Int) -> Float in
          let cycles: Double = phase + 5 * Double(index) / 44_100
          let cents: Double = 6.2 + depth * sin(2 * Double.pi * cycles)
          turns += hertz * exp2(cents / 1200) / 44_100
          return ToneSum.value(turns: turns, partials: 12)
        }
        let found = Self.windows([tone], around: hertz, from: 0.1, to: 1.15).compactMap { $0 }
        #expect(found.count == 20)
        let mean = found.reduce(0, +) / Double(found.count)
        let largest = found.map { abs($0 - 6.2) }.max() ?? 0
        // A Hann window of 100 ms reduces 5 Hz to 0.92 and less.
        #expect(abs(mean - 6.2) < 0.02 * depth && largest > 0.6 * depth && largest < depth)
      }
    }
  }

  @Test("Noise of −25 dB shifts windows by less than the bounds of straight tones")
  func noise() {
    var random = RandomNumbers(seed: 4)
    for (hertz, bound) in [(65.4, 0.4), (110, 0.25), (220, 0.1), (880, 0.1)] {
      var tone = Self.tone(hertz, cents: -4, random: &random)
      let power = tone.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(tone.count)
      let level = (3 * power).squareRoot() * pow(10, -25.0 / 20)
      for index in tone.indices { tone[index] += Float(level * random.between(-1, 1)) }
      for window in Self.windows([tone], around: hertz) {
        #expect(abs((window ?? .infinity) + 4) < bound, "\(hertz) Hz")
      }
    }
  }

  @Test("Windows beyond the loop repeat it, and both channels contribute")
  func loopAndChannels() {
    var random = RandomNumbers(seed: 5)
    // 50 periods in 5,000 frames are 441 Hz.
    let loop = 1_000..<6_000
    let tone = Array(Self.tone(441, cents: 0, count: 10, random: &random)[..<6_000])
    let found = Self.windows([tone], loop: loop, around: 440, to: 2)
    #expect(found.count == 39)
    let sharp = 1200 * log2(441.0 / 440)
    for window in found { #expect(abs((window ?? .infinity) - sharp) < 0.01) }
    // The channel with four times the power outweighs the other.
    let flat = Self.tone(440, cents: -0.2, count: 10, random: &random)
    let high = Self.tone(440, cents: 0.2, count: 10, random: &random).map { 2 * $0 }
    for window in Self.windows([flat, high], around: 440) {
      #expect(abs((window ?? .infinity) - 0.12) < 0.002)
    }
    let silent = [Float](repeating: 0, count: high.count)
    for window in Self.windows([silent, high], around: 440) {
      #expect(abs((window ?? .infinity) - 0.2) < 0.01)
    }
  }

  @Test("Silence, noise, distant pitches and frames that are NaN have no pitch")
  func unpitched() {
    var random = RandomNumbers(seed: 6)
    let noise = (0..<44_100).map { _ in Float(random.between(-0.5, 0.5)) }
    let far = Self.tone(440, cents: 90, count: 10, random: &random)
    let bad: [Float] = [.nan, .infinity, -.infinity, 1e30]
    let cases: [([Float], Double)] = [
      ([Float](repeating: 0, count: 44_100), 440), ([Float](repeating: 0.5, count: 44_100), 440),
      (noise, 65), (noise, 440), (noise, 2_000), (far, 440), ([], 440), ([1], 440),
      ((0..<44_100).map { bad[$0 % 4] }, 440),
    ]
    for (index, one) in cases.enumerated() {
      #expect(Self.windows([one.0], around: one.1).allSatisfy { $0 == nil }, "case \(index)")
    }
    // A tone with a frame that is not a number keeps its pitch.
    var tone = Self.tone(440, cents: 2, random: &random)
    tone[20_000] = .nan
    for window in Self.windows([tone], around: 440) {
      #expect(abs((window ?? .infinity) - 2) < 0.2)
    }
  }

  @Test("Impossible arguments give no result")
  func hostile() {
    for hertz in [0, -440, .nan, .infinity, 1e300, 30_000, 1e-300] {
      #expect(Self.windows([[0, 1, 0]], around: hertz).allSatisfy { $0 == nil })
    }
    for rate in [0, -1, .nan, .infinity, 1e300, 1e-300] {
      #expect(Self.windows([[0, 1, 0]], around: 440, rate: rate).allSatisfy { $0 == nil })
    }
    let comb = CombEstimator(sampleRate: 44_100)
    let frames = [Float](repeating: 0.1, count: 100)
    frames.withUnsafeBufferPointer {
      for loop in [-5..<50, 0..<1, 90..<200, 0..<100] {
        for count in [-1, 0, 1, 4_410, .max] {
          for start in [Int.min / 2, -100, 0, 99, .max] {
            _ = comb.cents(of: [$0, $0, $0], loop: loop, from: start, count: count, around: 440)
          }
        }
      }
    }
  }

  @Test("A second of audio takes less than 3 ms")
  func speed() {
    var random = RandomNumbers(seed: 7)
    let tone = Self.tone(65.4, cents: 1, count: 70, random: &random)
    let comb = CombEstimator(sampleRate: 44_100)
    var fastest = Duration.seconds(10)
    tone.withUnsafeBufferPointer { frames in
      for _ in 0..<5 {
        let time = cpuTime {
          _ = comb.windows(of: [frames], loop: nil, around: 65.4, from: 0, to: 1)
        }
        fastest = min(fastest, time)
      }
    }
    print("A second of one channel takes the comb \(fastest)")
    #if !DEBUG
      #expect(fastest < .milliseconds(3))
    #endif
  }

  @Test("A window is ambiguous if two series have almost the same power")
  func rivals() throws {
    // The first partial is at 440 Hz; the tenth has two parts, 15 cents sharp and flat.
    let ratio = Exponential.exp2(15 / 1200)
    func fit(sharp: Double, flat: Double) throws -> CombEstimator.Fit {
      let waves = [(440.0, 0.5), (4_400 * ratio, sharp), (4_400 / ratio, flat)]
      let frames = (0..<8_820).map { index in
        var sum = 0.0
        for (hertz, amplitude) in waves {
          let cycles = hertz * Double(index) / 44_100
          sum += 0.3 * amplitude * Exponential.sineAndCosine(cycles: cycles).sine
        }
        return Float(sum)
      }
      let found = frames.withUnsafeBufferPointer {
        CombEstimator(sampleRate: 44_100).fit(
          of: [$0], loop: nil, from: 2_000, count: 4_410, around: 440, inharmonicity: 0)
      }
      return try #require(found)
    }
    #expect(try fit(sharp: 0.45, flat: 0.43).isAmbiguous)
    #expect(try fit(sharp: 0.45, flat: 0.43).cents > 5)
    #expect(try fit(sharp: 0.3, flat: 0.45).cents < -5)
    #expect(try !fit(sharp: 0.45, flat: 0.1).isAmbiguous)
    #expect(try !fit(sharp: 0, flat: 0).isAmbiguous)
  }
}
