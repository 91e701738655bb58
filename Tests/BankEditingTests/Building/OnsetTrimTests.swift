import Foundation
import PeachBankEditing
import PeachInstrumentModel
import Testing

@Suite("Onsets of built samples")
struct OnsetTrimTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var rise: Double
    var silence: Double
    var noise: Double
    var testDescription: String { "rise \(rise) s, silence \(silence) s, noise \(noise) dB" }
  }

  private static let cases = [0.001, 0.02, 0.06, 0.15].flatMap { rise in
    [(0.05, -200.0), (0.4, -200), (1, -70), (2, -50), (0.3, -30)].map {
      Case(rise: rise, silence: $0.0, noise: $0.1)
    }
  }

  /// Returns the start and the attack that the rule demands, in seconds: the attack is at −10 dB of
  /// the level, in Hann windows of 10 ms; the rise begins at −40 dB, or 10 dB above the noise, but
  /// at most −24 dB; the start precedes it by 3 ms, and the attack by at most 35 ms.
  private static func expected(_ test: Case) -> (start: Double, attack: Double) {
    let step = 0.00025
    let noise = pow(10, test.noise / 10)
    let count = Int((test.silence + test.rise + 0.1) / step)
    let power = (0..<count).map { index -> Double in
      let amplitude = min(max((Double(index) * step - test.silence) / test.rise, 0), 1)
      return amplitude * amplitude + noise
    }
    let levels = (20..<count - 20).map { center -> Double in
      var (sum, weights) = (0.0, 0.0)
      for offset in -20...20 {
        let weight = 0.5 + 0.5 * cos(.pi * Double(offset) / 20)
        sum += weight * power[center + offset]
        weights += weight
      }
      return 10 * log10(sum / weights)
    }
    let attack = levels.firstIndex { $0 >= -10 } ?? 0
    let threshold = max(-40, min(test.noise + 10, -24))
    var onset = attack
    while onset > 0, levels[onset - 1] >= threshold { onset -= 1 }
    let time = { (index: Int) in Double(index + 20) * step }
    let lead = min(time(attack) - time(onset) + 0.003, 0.035)
    return (max(time(attack) - lead, 0), time(attack))
  }

  @Test(
    "Samples begin within 2 ms of the rule: 3 ms before the rise, 35 ms before the attack at most",
    arguments: cases)
  func start(test: Case) throws {
    var tone = ShapedTone(hertz: 987.77, seconds: test.silence + test.rise + 1)
    tone.partials = [0.3]
    // The RMS of uniform noise is 1/√3 of its range, that of a sine 1/√2 of its amplitude.
    tone.noiseDecibels = test.noise + 20 * log10(0.3 / 2.0.squareRoot() * 3.0.squareRoot())
    tone.shape = { time in min(max((time - test.silence) / test.rise, 0), 1) }
    let sample = try #require(
      try PreparedPreset([("B5.wav", tone.audio)], lines: "loops none").samples.first)
    let expected = Self.expected(test)
    #expect(abs(sample.trimmedSeconds - expected.start) < 0.002)
    let attack = try #require(sample.attackSeconds)
    #expect(abs(attack - (expected.attack - sample.trimmedSeconds)) < 0.002)
    #expect(attack < 0.036)
  }

  @Test("The recipe states the longest attack; decaying tones have 12 ms")
  func limits() throws {
    var tone = ShapedTone(hertz: 440, seconds: 2)
    tone.shape = { min(max(($0 - 0.3) / 0.2, 0), 1) }
    func attack(_ lines: String) throws -> Double {
      try PreparedPreset([("A4.wav", tone.audio)], lines: lines).samples.first?.attackSeconds ?? 0
    }
    // In the trimmed sample. The gain before a loop may advance the attack.
    for (lines, limit) in [
      ("loops none", 0.035), ("loops none\nattack 20", 0.02), ("tones decaying", 0.012),
    ] {
      let attack = try attack(lines)
      #expect(attack > limit - 0.003 && attack < limit + 0.0005, "\(attack)")
    }
    #expect(try attack("onsets keep") > 0.3)
  }

  // The rumble has 20 dB more than the tone, and in the K-weighting still 12 dB more.
  @Test("Rumble is no onset: a tone begins after 1.7 s of 24 Hz")
  func rumble() throws {
    var tone = ShapedTone(hertz: 784, seconds: 3)
    tone.partials = [0.03]
    tone.shape = { $0 < 1.7 ? 0 : min(($0 - 1.7) / 0.002, 1) * pow(10, -($0 - 1.7)) }
    var audio = tone.audio
    for index in 8820..<audio.values.count {
      let time = Double(index - 8820) / 44_100
      audio.values[index] += Float(0.3 * min(time / 0.2, 1) * sin(2 * .pi * 24 * time))
    }
    let sample = try #require(try PreparedPreset([("G5.wav", audio)]).samples.first)
    #expect(sample.root == 79)
    // Samples of decaying tones begin up to 12 ms before the attack.
    #expect((1.685...1.7).contains(sample.trimmedSeconds), "\(sample.trimmedSeconds)")
  }

  @Test("A noise after a decaying tone is cut, and does not limit its level")
  func lateNoise() throws {
    var tone = ShapedTone(hertz: 440, seconds: 2)
    tone.shape = { time in
      // 20 dB/s; a thump of 50 ms as loud as the attack.
      min(time / 0.002, 1) * pow(10, -time) + (time > 1.5 && time < 1.55 ? 1 : 0)
    }
    let sample = try #require(
      try PreparedPreset([("A4.wav", tone.audio)], lines: "tones decaying").samples.first)
    let seconds = Double(PreparedPreset.frames(sample).count) / 44_100 + sample.trimmedSeconds
    #expect(seconds > 1.4 && seconds < 1.51)
    #expect(sample.reasons.contains { $0.hasPrefix("cut at 1.") })
  }
}
