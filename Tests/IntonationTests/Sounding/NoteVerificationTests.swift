import PeachIntonation
import PeachMusicUnits
import SoundMeasurement
import TestEnvironment
import Testing

/// Expected values are the deviations of synthetic tones.
@Suite("Verification of notes")
struct NoteVerificationTests {
  private let verification = NoteVerification(sampleRate: 44_100)

  /// Returns 1.3 s of a tone at some cents from 220 Hz.
  private static func tone(
    _ cents: Double, vibrato: Double = 0, partials: [Double] = [1, 0.6, 0.4, 0.3, 0.2, 0.1]
  ) -> [Float] {
    var tone = SyntheticTone()
    tone.hertz = 220 * Exponential.exp2(cents / 1200)
    tone.partials = partials
    tone.vibrato = (vibrato, 5)
    tone.frameCount = 57_330
    var random = RandomNumbers(seed: 1)
    return tone.frames(&random)
  }

  private func isNoWorse(_ after: [Float], than before: [Float], nominal: Double = 220) -> Bool {
    after.withUnsafeBufferPointer { after in
      before.withUnsafeBufferPointer { before in
        verification.isNoWorse([after], than: [before], nominal: .hertz(nominal))
      }
    }
  }

  @Test("A smaller mean error passes; a larger one, or one of the other sign, does not")
  func means() {
    #expect(isNoWorse(Self.tone(0), than: Self.tone(8)))
    #expect(isNoWorse(Self.tone(-2), than: Self.tone(8)))
    #expect(!isNoWorse(Self.tone(8), than: Self.tone(0)))
    #expect(!isNoWorse(Self.tone(-9), than: Self.tone(8)))
    #expect(!isNoWorse(Self.tone(1), than: Self.tone(0.5)))
  }

  @Test("An error of a tenth of a cent passes, regardless of the error before")
  func exact() {
    #expect(isNoWorse(Self.tone(0.08), than: Self.tone(0)))
    #expect(!isNoWorse(Self.tone(0.3), than: Self.tone(0)))
  }

  @Test("A straight tone passes instead of vibrato, and vibrato not instead of a straight tone")
  func contours() {
    #expect(isNoWorse(Self.tone(0), than: Self.tone(3, vibrato: 20)))
    #expect(isNoWorse(Self.tone(0), than: Self.tone(0, vibrato: 20)))
    #expect(!isNoWorse(Self.tone(0, vibrato: 20), than: Self.tone(3)))
  }

  @Test("A shift within the doubt about the mean of vibrato does not pass")
  func doubt() {
    #expect(!isNoWorse(Self.tone(0, vibrato: 30), than: Self.tone(1, vibrato: 30)))
    // Windows of 100 ms may be up to 20 cents from the mean.
    #expect(isNoWorse(Self.tone(0, vibrato: 20), than: Self.tone(15, vibrato: 20)))
  }

  /// Returns whether shifts of a note pass.
  private func areNoWorse(_ shifts: [Double], of note: [Float], nominal: Double) -> [Bool] {
    note.withUnsafeBufferPointer {
      verification.areNoWorse(shifts, of: [$0], nominal: .hertz(nominal))
    }
  }

  /// Returns a tone at some cents from 220 Hz that begins elsewhere.
  private static func tone(_ cents: Double, attackCents: Double) -> [Float] {
    var cycles = 0.0
    return (0..<57_330).map { index in
      let deviation = attackCents * Exponential.exp2(-Double(index) / 44_100 / 0.02)
      cycles += 220 * Exponential.exp2((cents + deviation) / 1200) / 44_100
      let partials = (1...6).map {
        Exponential.sineAndCosine(cycles: cycles * Double($0)).sine / Double($0)
      }
      return Float(0.2 * partials.reduce(0, +))
    }
  }

  @Test("A straight attack of a steady note passes, which a shift would make sharp")
  func attack() {
    let recorded = Self.tone(-0.95, attackCents: 20)
    #expect(isNoWorse(Self.tone(0, attackCents: 0.5), than: recorded))
    #expect(!isNoWorse(Self.tone(0, attackCents: 20), than: recorded))
  }

  @Test("The first 25 ms of a shifted note count only if its onset may be heard earlier")
  func sharpOnset() {
    // The first 100 ms become 1.2 cents sharp; those from 25 ms on, 0.5. Without the shift, all
    // later ones are 1 cent flat.
    let sound = Self.tone(-1, attackCents: 6)
    func noWorse(prelude level: Float) -> [Bool] {
      let prelude = Self.tone(5).prefix(2_646).map { $0 * level }
      return (prelude + sound).withUnsafeBufferPointer {
        verification.areNoWorse([1], of: [$0], nominal: .hertz(220))
      }
    }
    #expect(noWorse(prelude: 0) == [true])
    // 60 ms at −23 dB are the onset for some listeners.
    #expect(noWorse(prelude: 0.07) == [false])
  }

  /// Returns a decaying tone of a stiff string (Fletcher 1964), whose first partial is at 110 Hz
  /// and some cents. The amplitudes of the partials are 1/n to the power of `slope`.
  private static func string(
    _ cents: Double, inharmonicity: Double = 4e-4, hertz: Double = 110, slope: Double = 1,
    partials: Int = 24
  ) -> [Float] {
    let first = hertz * Exponential.exp2(cents / 1200)
    return (0..<57_330).map { index in
      let seconds = Double(index) / 44_100
      var sum = 0.0
      for number in 1...partials {
        let square = Double(number * number)
        let ratio = ((1 + inharmonicity * square) / (1 + inharmonicity)).squareRoot()
        let wave = Exponential.sineAndCosine(cycles: first * Double(number) * ratio * seconds)
        sum += wave.sine * Exponential.exp2(-slope * Exponential.log2(Double(number)))
      }
      return Float(0.3 * sum * Exponential.exp2(-2 * seconds))
    }
  }

  @Test("A stiff string is measured by its own series; shifts below half a cent do not pass")
  func inharmonicity() {
    // As a harmonic tone, the string would be 7 cents sharper.
    #expect(isNoWorse(Self.string(0), than: Self.string(-3), nominal: 110))
    #expect(!isNoWorse(Self.string(-3), than: Self.string(0), nominal: 110))
    let noWorse = Self.string(-3).withUnsafeBufferPointer {
      verification.areNoWorse([3, 2, -1, 7, 0.4], of: [$0], nominal: .hertz(110))
    }
    #expect(noWorse == [true, true, false, false, false])
  }

  @Test("A string whose partials from the fifth on hold 1 % of the power has its own series")
  func weakPartials() {
    let note = Self.string(-3, slope: 1.7)
    #expect(areNoWorse([3, 2, -1, 7], of: note, nominal: 110) == [true, true, false, false])
  }

  @Test("Five partials below 5 kHz tell a stiff string from a harmonic tone")
  func fewPartials() {
    // As a harmonic tone, the string would be sharp.
    for hertz in [698.5, 830.6] {
      let note = Self.string(-3, inharmonicity: 1.3e-3, hertz: hertz, partials: 12)
      #expect(areNoWorse([3, 2, -1, 7], of: note, nominal: hertz) == [true, true, false, false])
    }
  }

  @Test("Tones without inharmonicity are harmonic: sines that decay, with noise, and few partials")
  func harmonicTones() {
    for hertz in [110.0, 440, 830.6] {
      for (slope, partials) in [(1.0, 1), (4.0, 12), (1.0, 12)] {
        let note = Self.string(
          -3, inharmonicity: 0, hertz: hertz, slope: slope, partials: partials)
        var random = RandomNumbers(seed: 3)
        let noisy = note.map { $0 + Float(0.002 * (random.unit() - 0.5)) }
        // Shifts below half a cent pass only for harmonic tones.
        let message: Comment = "\(hertz) Hz, \(partials) partials"
        let noWorse = areNoWorse([3, 0.45, -1, 7], of: note, nominal: hertz)
        #expect(noWorse == [true, true, false, false], message)
        let noisyNoWorse = areNoWorse([3, -1, 7], of: noisy, nominal: hertz)
        #expect(noisyNoWorse == [true, false, false], message)
      }
    }
  }

  /// Returns a tone whose even partials, those of a stop an octave higher, have another pitch.
  private static func organ(_ cents: Double, octaveCents: Double) -> [Float] {
    let odd = tone(cents, partials: [1, 0, 0.5, 0, 0.3])
    return zip(odd, tone(octaveCents, partials: [0, 1, 0, 0.7, 0, 0.5])).map { 0.5 * ($0 + $1) }
  }

  @Test("Two pitches a few cents apart have no common shift; one pitch has")
  func twoPitches() {
    for (octaveCents, expected) in [(5.0, [true, true]), (-4.0, [false, false])] {
      let noWorse = Self.organ(5, octaveCents: octaveCents).withUnsafeBufferPointer {
        verification.areNoWorse([-5, -3], of: [$0], nominal: .hertz(220))
      }
      #expect(noWorse == expected)
    }
  }

  @Test("A 16-foot stop with 41 % of the power does not hide the error of its octave")
  func lowerOctave() {
    func organ(_ cents: Double) -> [Float] {
      Self.tone(cents - 1200, partials: [1, 0.9, 0, 0.6, 0, 0.4, 0, 0.3])
    }
    #expect(isNoWorse(organ(0), than: organ(3)))
    #expect(!isNoWorse(organ(3), than: organ(0)))
  }

  @Test("A small inharmonicity makes the pitch uncertain: shifts within its range do not pass")
  func uncertainInharmonicity() {
    // As a harmonic tone, the string is sharp.
    let noWorse = Self.string(-0.5, inharmonicity: 1e-4).withUnsafeBufferPointer {
      verification.areNoWorse([-0.5, -1, -2], of: [$0], nominal: .hertz(110))
    }
    #expect(noWorse == [false, false, false])
  }

  @Test("Pitches below 26 Hz do not pass")
  func lowest() {
    func tone(_ hertz: Double) -> [Float] {
      var tone = SyntheticTone()
      (tone.hertz, tone.frameCount) = (hertz, 57_330)
      tone.partials = [1, 0.6, 0.4, 0.3, 0.2, 0.1]
      var random = RandomNumbers(seed: 1)
      return tone.frames(&random)
    }
    let flat = Exponential.exp2(-8 / 1200)
    #expect(isNoWorse(tone(32), than: tone(32 * flat), nominal: 32))
    #expect(!isNoWorse(tone(24), than: tone(24 * flat), nominal: 24))
  }

  @Test("A contour that stays uneven does not pass; one that becomes steady does")
  func unevenChange() {
    #expect(!isNoWorse(Self.tone(0, vibrato: 20), than: Self.tone(12, vibrato: 28)))
    #expect(isNoWorse(Self.tone(0, vibrato: 1), than: Self.tone(12, vibrato: 28)))
  }

  @Test("Channels are measured together")
  func channels() {
    // A strong channel that is 3 cents flat, and a weak one that is in tune.
    let (strong, weak) = (Self.tone(-3), Self.tone(0).map { 0.1 * $0 })
    let noWorse = strong.withUnsafeBufferPointer { strong in
      weak.withUnsafeBufferPointer { weak in
        verification.areNoWorse([3, -3], of: [weak, strong], nominal: .hertz(220))
      }
    }
    #expect(noWorse == [true, false])
  }

  @Test("Octaves do not count; noise, silence and other intervals do not pass")
  func pitches() {
    #expect(isNoWorse(Self.tone(0), than: Self.tone(8), nominal: 440))
    #expect(!isNoWorse(Self.tone(0), than: Self.tone(8), nominal: 311))
    var random = RandomNumbers(seed: 2)
    let noise = (0..<57_330).map { _ in Float(random.unit() - 0.5) }
    #expect(!isNoWorse(noise, than: Self.tone(8)))
    #expect(!isNoWorse([Float](repeating: 0, count: 57_330), than: Self.tone(8)))
    #expect(!isNoWorse([], than: []))
    #expect(!isNoWorse([Float](repeating: .nan, count: 57_330), than: Self.tone(8)))
  }
}
