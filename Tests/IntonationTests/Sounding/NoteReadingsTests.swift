import Testing

@testable import PeachIntonation

/// Steady contours, whose errors after a shift are sums.
@Suite("Readings of a note")
struct NoteReadingsTests {
  /// Returns a reading of 38 windows with one error in cents.
  private func reading(_ cents: Double) throws -> NoteReading {
    let fit = CombEstimator.Fit(
      cents: cents, amplitudeCents: cents, share: 0.99, isAmbiguous: false)
    let fits = [CombEstimator.Fit?](repeating: fit, count: 38)
    return try #require(NoteReading(fits, offset: 0, isInharmonic: true, isSharp: true))
  }

  private func areNoWorse(_ means: [Double], shiftedBy shift: Double) throws -> Bool {
    NoteReadings.areNoWorse(try means.map { try reading($0) }, shiftedBy: shift)
  }

  @Test("Readings that agree about the direction allow a small shift; larger ones need agreement")
  func directions() throws {
    // By either reading, the note is flat. The doubt is 0.05 + 0.25 + 1.6 / 4 cents.
    let flat = [-2, -3.6]
    for (shift, expected) in [(1.0, true), (1.4, true), (2.4, true), (2.7, false), (-1, false)] {
      #expect(try areNoWorse(flat, shiftedBy: shift) == expected, "\(shift)")
    }
    for shift in [0.5, 1, 2, -1] { #expect(try !areNoWorse([-0.5, -3.6], shiftedBy: shift)) }
    for shift in [0.5, 1, 2, -1] { #expect(try !areNoWorse([0.1, -3.6], shiftedBy: shift)) }
  }
}
