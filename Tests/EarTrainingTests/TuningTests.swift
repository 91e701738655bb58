import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Tunings")
struct TuningTests {
  private func cents(_ tuning: Tuning, _ semitones: Int) throws -> Double {
    let interval = try #require(MusicalInterval(semitones: semitones))
    return Frequency.hertz(tuning.ratio(of: interval)).interval(from: .hertz(1)).value
  }

  /// Cents of the ratios, 1200·log2, by hand.
  static let tables: [(tuning: Tuning, cents: [Double])] = [
    (.equal, [0, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200]),
    (
      .just(),
      [
        0, 111.731, 203.910, 315.641, 386.314, 498.045, 590.224, 701.955, 813.686, 884.359,
        1017.596, 1088.269, 1200,
      ]
    ),
    (
      .pythagorean,
      [
        0, 90.225, 203.910, 294.135, 407.820, 498.045, 611.730, 701.955, 792.180, 905.865, 996.090,
        1109.775, 1200,
      ]
    ),
    (
      .quarterCommaMeantone,
      [
        0, 117.108, 193.157, 310.265, 386.314, 503.422, 579.471, 696.578, 813.686, 889.735,
        1006.843, 1082.892, 1200,
      ]
    ),
  ]

  @Test("every interval has the ratio that the tuning's definition gives, up and down")
  func ratios() throws {
    for (tuning, expected) in Self.tables {
      for semitones in 0...12 {
        #expect(try abs(cents(tuning, semitones) - expected[semitones]) < 0.001)
        #expect(try abs(cents(tuning, -semitones) + expected[semitones]) < 0.001)
      }
    }
  }

  @Test("the just minor seventh and tritone are to choose")
  func choices() throws {
    let sevenths = try Tuning.JustMinorSeventh.allCases.map {
      try cents(.just(minorSeventh: $0), 10)
    }
    for (value, expected) in zip(sevenths, [1017.596, 996.090, 968.826]) {
      #expect(abs(value - expected) < 0.001)
    }
    #expect(try abs(cents(.just(tritone: .sevenFifths), 6) - 582.512) < 0.001)
  }

  @Test("a pure third is pure above every key: the table hangs on the reference")
  func anchor() throws {
    let third = try #require(MusicalInterval(semitones: 4))
    for key in 36...84 {
      let reference = FrequencyCalculation.frequency(noteNumber: Double(key))
      let target = Tuning.just().target(reference: reference, interval: third, offset: Cents(7))
      #expect(abs(target.interval(from: reference).value - 386.3137 - 7) < 1e-4)
    }
  }

  @Test("there is no interval beyond the octave")
  func range() {
    #expect(MusicalInterval(semitones: 13) == nil && MusicalInterval(semitones: -13) == nil)
    #expect(MusicalInterval.unison.semitones == 0)
  }
}
