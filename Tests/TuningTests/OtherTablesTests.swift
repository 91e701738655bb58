import PeachEarTraining
import PeachMusicUnits
import PeachTuning
import Testing

@testable import PeachPlugIn

/// The tables of the plug-in and of the trainer, which have their own forms.
@Suite("One tuning in all programs")
struct OtherTablesTests {
  @Test("The scales of the plug-in are temperaments of the same name within 0.001 cents")
  func plugIn() {
    // The values of versions without the other temperaments.
    let first: [Temperament] = [
      .equal, .pythagorean, .just5, .quarterCommaMeantone, .werckmeister3, .kirnberger3, .vallotti,
    ]
    #expect(Array(UnitScale.temperaments.prefix(7)) == first)
    #expect(Set(UnitScale.temperaments) == Set(Temperament.allCases))
    #expect(UnitScale.names.count == UnitScale.count && UnitScale.temperaments.count == 37)
    let scales = UnitScales()
    defer { scales.deallocate() }
    for (scale, temperament) in UnitScale.temperaments.enumerated() {
      for root in 0..<12 {
        let tuning = KeyboardTuning(temperament, root: root)
        let cents = scales.cents(scale: scale, root: root)
        for key in 60..<72 {
          let expected = 100 * ((tuning.noteNumbers[key] ?? 0) - Double(key))
          #expect(abs(Double(cents[key % 12]) - expected) < 0.001, "\(temperament) \(root) \(key)")
        }
      }
    }
  }

  @Test("The ratios of the trainer are those of temperaments above their root")
  func trainer() throws {
    let temperaments: [(Tuning, Temperament)] = [
      (.equal, .equal), (.pythagorean, .pythagorean),
      (.quarterCommaMeantone, .quarterCommaMeantone), (.just(), .just5),
      (.just(minorSeventh: .sevenFourths, tritone: .sevenFifths), .just7),
    ]
    for (tuning, temperament) in temperaments {
      for semitones in 0..<12 {
        let interval = try #require(MusicalInterval(semitones: semitones))
        let cents = 1200 * Exponential.log2(tuning.ratio(of: interval))
        var expected = temperament.deviations[semitones] + 100 * Double(semitones)
        // The trainer's chain of fifths begins a note lower: D♭ and A♭ instead of C♯ and G♯.
        if [1, 8].contains(semitones) {
          if tuning == .pythagorean { expected -= 1200 * Exponential.log2(531_441.0 / 524_288) }
          if tuning == .quarterCommaMeantone { expected += 1200 * Exponential.log2(128.0 / 125) }
        }
        #expect(abs(cents - expected) < 1e-9, "\(tuning) \(semitones)")
      }
    }
  }
}
