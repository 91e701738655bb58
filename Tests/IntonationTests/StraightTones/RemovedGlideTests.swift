import PeachIntonation
import PeachMusicUnits
import TestEnvironment
import Testing

/// Plucked strings whose pitch falls after the onset. Measured by the phases of single partials at
/// their known frequencies.
@Suite("Tones that decay, without their glide")
struct RemovedGlideTests {
  private static let rate = 44_100.0
  private static let inharmonicity = 1e-4

  /// Returns the frequency of a partial as a multiple of the first (Fletcher 1964).
  private static func ratio(_ number: Int) -> Double {
    let square = Double(number * number)
    return Double(number) * ((1 + inharmonicity * square) / (1 + inharmonicity)).squareRoot()
  }

  /// Returns a decaying tone whose pitch falls by `glide` cents with a time constant of 0.15 s.
  private static func string(hertz: Double, glide: Double, seconds: Double = 2) -> [Float] {
    var phase = 0.0
    var random = RandomNumbers(seed: 3)
    return (0..<Int(seconds * rate)).map { index in
      let time = Double(index) / rate
      let falling = Exponential.exp2(-time / 0.15 * 1.4426950408889634)
      phase += hertz * Exponential.exp2(glide * falling / 1200) / rate
      var sum = 0.0
      for number in 1...20 where ratio(number) * hertz < 0.4 * rate {
        let decay = Exponential.exp2(-time * (1.5 + 0.3 * Double(number)))
        let cycles = phase * ratio(number)
        sum +=
          decay * Exponential.sineAndCosine(cycles: cycles - cycles.rounded(.down)).sine
          / Double(number)
      }
      let attack = min(time / 0.005, 1)
      return Float(0.3 * attack * sum + 0.0005 * (random.unit() - 0.5))
    }
  }

  /// Returns the cents of 100 ms windows from 50 ms on, the mean of four partials.
  private static func windows(_ tone: [Float], hertz: Double) -> [Double] {
    let half = Int(0.05 * rate)
    return stride(from: 0.05, through: min(0.85, Double(tone.count) / rate - 0.11), by: 0.05).map {
      start in
      var cents = 0.0
      for number in [1, 2, 3, 4] {
        let own = hertz * ratio(number)
        // The phases of both halves of the window.
        let phases = [0, 1].map { part in
          var (real, imaginary) = (0.0, 0.0)
          for offset in 0..<half {
            let index = Int(start * rate) + part * half + offset
            let cycles = own * Double(index) / rate
            let wave = Exponential.sineAndCosine(cycles: cycles - cycles.rounded(.down))
            let weight =
              0.5 - 0.5
              * Exponential.sineAndCosine(cycles: (Double(offset) + 0.5) / Double(half)).cosine
            real += weight * Double(tone[index]) * wave.cosine
            imaginary -= weight * Double(tone[index]) * wave.sine
          }
          return (real: real, imaginary: imaginary)
        }
        let real = phases[0].real * phases[1].real + phases[0].imaginary * phases[1].imaginary
        let turned =
          phases[0].real * phases[1].imaginary - phases[0].imaginary * phases[1].real
        // Small angles: the sine is the angle within 0.1 %.
        let sine = turned / (real * real + turned * turned).squareRoot()
        let radians = sine + sine * sine * sine / 6
        cents += 0.25 * 1731.234 * radians / (6.283185307 * own * Double(half) / rate)
      }
      return cents
    }
  }

  private static func deviation(_ cents: [Double]) -> Double {
    let mean = cents.reduce(0, +) / Double(cents.count)
    return (cents.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(cents.count)).squareRoot()
  }

  @Test("A glide is removed; the pitch is that of the mean", arguments: [98.0, 196, 440, 880])
  func glide(hertz: Double) throws {
    let recording = Self.string(hertz: hertz, glide: 6)
    let result = ToneStraightener().straighten(
      [recording], loop: nil, sampleRate: Self.rate, nominal: .hertz(hertz), isPlucked: true)
    try #require(result.replacesRecording)
    #expect(result.verdict == .decaying && result.loop == nil)
    let before = Self.deviation(Self.windows(recording, hertz: hertz))
    let after = Self.windows(result.channels[0], hertz: result.frequency.hertz)
    print("\(hertz) Hz: \(before) to \(Self.deviation(after)) cents, mean \(after)")
    #expect(before > 0.7)
    #expect(Self.deviation(after) < 0.2 * before)
    #expect(abs(after.reduce(0, +) / Double(after.count)) < 0.2)
  }

  @Test("A tone without a glide, noise and short frames stay")
  func others() {
    let straightener = ToneStraightener()
    func replaces(_ frames: [Float], loop: Range<Int>? = nil) -> Bool {
      straightener.straighten(
        [frames], loop: loop, sampleRate: Self.rate, nominal: .hertz(196), isPlucked: true
      ).replacesRecording
    }
    #expect(!replaces(Self.string(hertz: 196, glide: 0)))
    var random = RandomNumbers(seed: 4)
    #expect(!replaces((0..<44_100).map { _ in Float(random.unit() - 0.5) }))
    #expect(!replaces(Array(Self.string(hertz: 196, glide: 6).prefix(4_000))))
    #expect(!replaces([]))
    #expect(!replaces([Float](repeating: .nan, count: 44_100)))
    #expect(!replaces([Float](repeating: .infinity, count: 44_100), loop: 100..<102))
  }

  @Test("The frames before a loop of three periods are brought to its pitch")
  func loop() throws {
    let hertz = 196.0
    let string = Self.string(hertz: hertz, glide: 4, seconds: 0.6)
    let count = Int((3 * Self.rate / (hertz * Exponential.exp2(5.0 / 1200))).rounded())
    let loopHertz = 3 * Self.rate / Double(count)
    // Partials as strong as at the end of the string.
    let round = (0..<count).map { index in
      var sum = 0.0
      for number in 1...8 {
        let decay = Exponential.exp2(-0.6 * (1.5 + 0.3 * Double(number)))
        let cycles = Double(number) * loopHertz * Double(index) / Self.rate
        sum +=
          decay * Exponential.sineAndCosine(cycles: cycles - cycles.rounded(.down)).sine
          / Double(number)
      }
      return Float(0.3 * sum)
    }
    let recording = string + round
    let result = ToneStraightener().straighten(
      [recording], loop: string.count..<recording.count, sampleRate: Self.rate,
      nominal: .hertz(hertz), isPlucked: true)
    try #require(result.replacesRecording)
    let found = try #require(result.loop)
    #expect(found.count == count)
    #expect(Array(result.channels[0][found]) == round)
    #expect(abs(result.frequency.hertz / loopHertz - 1) < 1e-9)
    let body = Array(result.channels[0][..<found.lowerBound])
    let cents = Self.windows(body, hertz: loopHertz)
    print("cents before the loop: \(cents)")
    #expect(cents.count >= 8 && Self.deviation(cents) < 0.4)
    #expect(abs(cents.reduce(0, +) / Double(cents.count)) < 0.6)
  }
}
