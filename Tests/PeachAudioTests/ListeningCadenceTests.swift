import Foundation
import PeachEarTraining
import PeachServices
import SoundMeasurement
import Testing

@Suite("Cadences in temperaments: frequencies and beats")
struct ListeningCadenceTests {
  private static let temperaments = ListeningStyle.allCases.filter(\.isTemperament)
  private static let rate = 48_000.0

  private func hertz(_ style: ListeningStyle, tonic: Double = 261.6) -> [[Double]] {
    Cadence.chords.map { $0.frequencies(style, tonic: .hertz(tonic)).map(\.hertz) }
  }

  // MARK: Frequencies

  /// The fifth of twelve equal semitones; narrow by a sixth of the Pythagorean comma, 3^12 / 2^19;
  /// and narrow by a quarter of the syntonic comma, 81/80.
  private static let temperedFifths: [(ListeningStyle, Double)] = [
    (.equal, exp2(7.0 / 12)), (.vallotti, 1.5 * pow(524_288.0 / 531_441, 1.0 / 6)),
    (.meantone, 1.5 * pow(80.0 / 81, 1.0 / 4)),
  ]

  @Test(
    "Frequencies follow from the fifths F–C–G–D–A–E–B of each temperament",
    arguments: temperedFifths)
  func chain(style: ListeningStyle, fifth: Double) {
    // The number of fifths from the tonic to each degree of the major scale.
    let counts = [0: 0, 2: 2, 4: 4, 5: -1, 7: 1, 9: 3, 11: 5]
    for (chord, found) in zip(Cadence.chords, hertz(style)) {
      for (key, hertz) in zip(chord.keys, found) {
        let octaves = Int((Double(key) / 12).rounded(.down))
        let stacked = pow(fifth, Double(counts[key - 12 * octaves] ?? 99))
        // The octave that is nearest to the key.
        let expected = stacked * exp2((Double(key) / 12 - log2(stacked)).rounded())
        #expect(abs(hertz / 261.6 / expected - 1) < 1e-9, "\(style) \(key)")
      }
    }
  }

  @Test("Equal semitones are twelfth parts of an octave")
  func equal() {
    for (chord, found) in zip(Cadence.chords, hertz(.equal)) {
      for (key, hertz) in zip(chord.keys, found) {
        #expect(abs(hertz - 261.6 * exp2(Double(key) / 12)) < 1e-9)
      }
    }
  }

  @Test("Meantone has pure major thirds, and fifths a quarter of the syntonic comma narrow")
  func meantone() {
    let found = hertz(.meantone)
    let thirds = [found[0][1] / found[0][0], found[1][2] / found[1][1], found[2][3] / found[2][2]]
    for third in thirds { #expect(abs(third - 1.25) < 1e-9) }
    let fifths = [found[0][2] / found[0][0], found[1][3] / found[1][1], found[2][1] / found[2][0]]
    for fifth in fifths {
      #expect(abs(1200 * log2(1.5 / fifth) - 300 * log2(81.0 / 80)) < 1e-9)
    }
  }

  @Test("Pure chords have exact ratios, which the temperament just-5 has, too")
  func just() {
    #expect(
      hertz(.just, tonic: 288) == [
        [288, 360, 432, 576], [192, 384, 480, 576], [216, 324, 432, 540], [288, 360, 432, 576],
      ])
    let tuning = KeyboardTuning(.just5)
    for (chord, found) in zip(Cadence.chords, hertz(.just)) {
      for (key, hertz) in zip(chord.keys, found) {
        let semitones = (tuning.noteNumbers[60 + key] ?? 0) - (tuning.noteNumbers[60] ?? 0)
        #expect(abs(12 * log2(hertz / 261.6) - semitones) < 1e-9)
      }
    }
  }

  @Test("The tonic has the same frequency in all temperaments", arguments: [261.6, 288, 97.31])
  func tonic(hertz tonic: Double) {
    for style in Self.temperaments {
      let found = hertz(style, tonic: tonic)
      #expect(found[0][0] == tonic && found[3][0] == tonic)
    }
  }

  // MARK: Audio

  /// A looped tone of 440 Hz with five partials, constant in pitch and level.
  private static let bank = TestBank.bank(
    samples: [
      (
        TestBank.frames(period: 100, count: 1000, partials: [0.3, 0.15, 0.1, 0.15, 0.15]),
        0..<1000, 44_000, 69
      )
    ], presets: [[region()]])

  private static func region(_ keys: ClosedRange<UInt8> = 0...127, sample: Int = 0) -> Region {
    var region = Region(keys: keys, sample: sample)
    region.generators[.sampleModes] = 1
    return region
  }

  private func clip(
    _ style: ListeningStyle, of bank: SoundBank = Self.bank, tonic: Double = 240, seconds: Double
  ) throws -> AudioClip {
    try AudioClip(
      playing: BankPreset(bank: bank, index: 0), style: style, frequency: .hertz(tonic),
      seconds: seconds, sampleRate: Self.rate, intonation: nil)
  }

  /// Returns the power of the last chord around 1200 Hz, 200 times per second: of the fifth partial
  /// of the bass and the fourth of the third above it. The windows have whole periods of 60 Hz, of
  /// which all partials of a pure chord on 240 Hz are multiples; the others vanish.
  private func power(_ style: ListeningStyle) throws -> [Double] {
    let seconds = 4.5
    let audio = try clip(style, seconds: seconds).left
    let count = 2400
    let window = (0..<count).map { index -> (cosine: Double, sine: Double) in
      let cycles = (Double(index) + 0.5) / Double(count)
      let angle = 2 * Double.pi * (1200 / Self.rate * Double(index))
      let weight = 1 - cos(2 * Double.pi * cycles)
      return (weight * cos(angle), weight * sin(angle))
    }
    // Without the first 0.3 seconds and the end of the chord.
    let first = Int((2 * seconds + 0.3) * Self.rate)
    return stride(from: first, to: audio.count - 3 * count, by: 240).map { start -> Double in
      var (real, imaginary) = (0.0, 0.0)
      for index in 0..<count {
        let value = Double(audio[start + index])
        real += value * window[index].cosine
        imaginary += value * window[index].sine
      }
      return real * real + imaginary * imaginary
    }
  }

  /// Returns the range of a power in decibels.
  private func rangeDecibels(_ power: [Double]) -> Double {
    10 * log10((power.max() ?? 0) / (power.min() ?? 1))
  }

  /// Returns the rate of the strongest fluctuation of a power, from 1 to 30 Hz.
  private func beatRate(_ power: [Double]) -> Double {
    let mean = power.reduce(0, +) / Double(power.count)
    let values = power.map { Float($0 / mean - 1) }
    var best = (hertz: 0.0, amplitude: 0.0)
    for hertz in stride(from: 1.0, through: 30, by: 0.1) {
      let amplitude = Level.amplitude(of: values[...], at: hertz, sampleRate: 200)
      if amplitude > best.amplitude { best = (hertz, amplitude) }
    }
    return PitchMeter.frequency(of: values[...], near: best.hertz, sampleRate: 200)
  }

  @Test(
    "The third of the last chord beats as calculated: 5·f1 − 4·f2",
    arguments: [
      (.equal, exp2(1.0 / 3)),
      // Four fifths of Vallotti, less two octaves.
      (.vallotti, 81.0 / 64 * pow(524_288.0 / 531_441, 4.0 / 6)),
    ] as [(ListeningStyle, Double)])
  func beats(style: ListeningStyle, third: Double) throws {
    let power = try power(style)
    #expect(rangeDecibels(power) > 10)
    let rate = beatRate(power)
    #expect(abs(rate - abs(5 * 240 - 4 * 240 * third)) < 0.02, "\(rate) Hz")
  }

  @Test("Pure thirds have no beats", arguments: [ListeningStyle.just, .meantone])
  func pureThirds(style: ListeningStyle) throws {
    let range = rangeDecibels(try power(style))
    #expect(range < 0.1, "\(range) dB")
  }

  @Test("Both cadences have the same length and level, and do not clip")
  func levels() throws {
    let clips = try #require(
      ListeningClips(
        baseline: try clip(.equal, seconds: 1.5), candidate: try clip(.just, seconds: 1.5)))
    // Three chords of a second and one of 1.5 seconds.
    #expect(clips.baseline.frameCount == 216_000 && clips.candidate.frameCount == 216_000)
    let ratio = clips.baseline.level.energy / clips.candidate.level.energy
    #expect(abs(ratio - 1) < 1e-6)
    for clip in [clips.baseline, clips.candidate] { #expect(clip.level.peak <= 0.9001) }
  }

  @Test("Notes have the same samples in all temperaments, also between two of them")
  func samples() throws {
    // Only the upper keys have a third partial.
    func frames(_ partials: [Double]) -> [Int16] {
      TestBank.frames(period: 100, count: 1000, partials: partials)
    }
    let bank = TestBank.bank(
      samples: [
        (frames([0.3, 0.1]), 0..<1000, 44_000, 69),
        (frames([0.3, 0.1, 0.2]), 0..<1000, 44_000, 69),
      ], presets: [[Self.region(0...63), Self.region(64...127, sample: 1)]])
    // The third is at 63.55 in equal temperament, and 0.14 semitones lower in a pure chord.
    let tonic = 440 * exp2((59.55 - 69) / 12)
    for (style, third) in [(ListeningStyle.equal, exp2(1.0 / 3)), (.just, 1.25)] {
      let audio = try clip(style, of: bank, tonic: tonic, seconds: 1.5).left
      let chord = audio[Int(3.2 * Self.rate)..<Int(4.2 * Self.rate)]
      let amplitudes = [1.0, 3].map {
        Level.amplitude(of: chord, at: $0 * third * tonic, sampleRate: Self.rate)
      }
      #expect(abs(amplitudes[1] / amplitudes[0] - 2.0 / 3) < 0.05, "\(style): \(amplitudes)")
    }
  }
}
