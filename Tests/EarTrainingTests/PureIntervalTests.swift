import Foundation
import PeachEarTraining
import PeachMusicUnits
import Testing

@Suite("Pure intervals")
struct PureIntervalTests {
  /// The numerators and denominators of 5-limit just intonation up to the eighth partial.
  static let ratios: [(semitones: Int, numerator: Int, denominator: Int)] = [
    (0, 1, 1), (3, 6, 5), (4, 5, 4), (5, 4, 3), (7, 3, 2), (8, 8, 5), (9, 5, 3), (12, 2, 1),
  ]

  private func interval(_ semitones: Int) throws -> MusicalInterval {
    try #require(MusicalInterval(semitones: semitones))
  }

  @Test("The lowest common partials are those of the integer ratio, in both directions")
  func partials() throws {
    for (semitones, numerator, denominator) in Self.ratios {
      let up = try #require(PureInterval(interval(semitones), in: .just()))
      #expect(up.referencePartial == numerator && up.targetPartial == denominator)
      #expect(up.ratio == Tuning.just().ratio(of: try interval(semitones)))
      let down = try #require(PureInterval(interval(-semitones), in: .just()))
      #expect(down.referencePartial == denominator && down.targetPartial == numerator)
    }
    for semitones in [1, 2, 6, 10, 11] {
      #expect(PureInterval(try interval(semitones), in: .just()) == nil)
    }
    let seventh = Tuning.just(minorSeventh: .sevenFourths, tritone: .sevenFifths)
    #expect(PureInterval(try interval(10), in: seventh)?.referencePartial == 7)
    #expect(PureInterval(try interval(6), in: seventh)?.targetPartial == 5)
    // Other tunings have no integer ratios.
    #expect(PureInterval(try interval(7), in: .equal) == nil)
  }

  @Test("Beats are the difference of the common partials; the offset of a rate is its inverse")
  func beats() throws {
    for (semitones, numerator, denominator) in Self.ratios {
      for sign in [1, -1] {
        let pure = try #require(PureInterval(interval(sign * semitones), in: .just()))
        let ratio =
          sign > 0
          ? Double(numerator) / Double(denominator) : Double(denominator) / Double(numerator)
        for (hertz, cents) in [(65.4, 3.0), (261.6256, 1), (1046.5, -0.1), (440, 20)] {
          let target = hertz * ratio * pow(2, cents / 1200)
          // p·f₁ and q·f₂ of the integers p, q.
          let (p, q) = sign > 0 ? (numerator, denominator) : (denominator, numerator)
          let expected = abs(Double(q) * target - Double(p) * hertz)
          let rate = pure.beatRate(reference: .hertz(hertz), offset: Cents(cents)).hertz
          #expect(abs(rate - expected) < 1e-9 * Double(p) * hertz)
          guard cents > 0 else { continue }
          let offset = pure.offset(reference: .hertz(hertz), beatRate: .hertz(rate))
          #expect(abs(offset.value - cents) < 1e-8)
        }
      }
    }
  }

  /// F3–C4, F3–A3 and F3–B♭3 at A4 = 440 Hz, as tables of beats for piano tuners have them.
  @Test("The beats of equally tempered intervals are those that piano tuners count")
  func tuners() throws {
    let low = FrequencyCalculation.frequency(noteNumber: 53)
    for (semitones, expected) in [(7, 0.59), (4, 6.93), (5, 0.79)] {
      let pure = try #require(PureInterval(interval(semitones), in: .just()))
      let tempered = Cents(Double(100 * semitones) - 1200 * log2(pure.ratio))
      #expect(abs(pure.beatRate(reference: low, offset: tempered).hertz - expected) < 0.01)
    }
  }
}
