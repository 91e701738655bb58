import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import Testing

@testable import PeachIntonation

@Suite("Verified corrections")
struct VerifiedCorrectionTests {
  /// Returns the correction of a sample at 441 Hz with a root key of 69, 3.93 cents sharp in its
  /// loop, with a contour.
  private func correction(
    _ contour: [Double?], keys: ClosedRange<UInt8> = 69...69, uncertainty: Double = 0.01,
    decays: Bool = false, later: Double? = 0
  ) -> RegionCorrection {
    var region = IntonationMapTests.region(0, keys: keys)
    if decays {
      region.generators[.volumeEnvelopeSustain] = 960
      region.generators[.volumeEnvelopeDecay] = 2400
    }
    let bank = IntonationMapTests.bank(roots: [69], presets: [[region]])
    var map = IntonationMap()
    map[RegionSample(region)] = PitchMeasurement(
      kind: .longLoop, frequency: .hertz(441), uncertaintyCents: uncertainty,
      sounding: SoundingPitch(cents: contour, later: later))
    return map.corrections(of: [region], in: bank)[0]
  }

  private static let sharp = IntonationMapTests.sharp

  @Test("A sustained tone whose first second agrees with its loop is corrected by the loop")
  func agreement() {
    for cents in [-0.9, 0, 0.9] {
      let found = correction([Double?](repeating: cents, count: 40))
      #expect(found.status == .applied && abs(found.cents + Self.sharp) < 1e-9)
    }
  }

  @Test("If they disagree by more than the uncertainties, the first second determines it")
  func disagreement() {
    for cents in [-9.0, -3, 3, 20] {
      let found = correction([Double?](repeating: cents, count: 40))
      #expect(found.status == .applied && abs(found.cents + Self.sharp + cents) < 0.01)
    }
    // The loop's estimate is worth less than the mean.
    let found = correction([Double?](repeating: 3, count: 40), uncertainty: 12)
    #expect(found.status == .applied && abs(found.cents + Self.sharp + 3) < 0.01)
    #expect(found.uncertaintyCents < 0.2)
  }

  @Test("Decaying tones keep their definition, limited by the first second")
  func decaying() {
    let near = correction([Double?](repeating: 3, count: 40), decays: true)
    #expect(near.status == .applied && abs(near.cents + Self.sharp) < 1e-9)
    // In tune in the first second: a correction would make it worse.
    let inTune = correction([Double?](repeating: -Self.sharp, count: 40), decays: true)
    #expect(inTune.status == .unverified && inTune.cents == 0)
    // Sharp by 0.93 cents: at most flat by as much, and by the tolerance of 0.1.
    let limited = correction([Double?](repeating: -3, count: 40), decays: true)
    #expect(limited.status == .applied)
    #expect(abs(limited.cents + 2 * (Self.sharp - 3) + 0.1) < 0.01)
  }

  @Test("No key within an octave of the root key becomes worse, and an unverifiable one stays")
  func keys() {
    // The first 0.3 s are sharp, so that lower keys are sharper: an octave lower, most of the note.
    let contour = (0..<40).map { $0 < 6 ? 12.0 : -Self.sharp }
    let found = correction(contour, keys: 57...81)
    let errors = found.sounding?.means.compactMap { $0 } ?? []
    #expect(errors.count == 25 && (errors.max() ?? 0) - (errors.min() ?? 0) > 4)
    for error in errors { #expect(abs(error + found.cents) <= abs(error) + 0.1 + 1e-9) }
    let silent = correction([Double?](repeating: nil, count: 40), later: nil)
    #expect(silent.status == .unverified && silent.cents == 0)
  }

  @Test("The rating states mean, variation and later pitch")
  func rating() throws {
    // The first half of a note is 6 cents sharper than its second.
    let contour = (0..<40).map { $0 < 10 ? 10.0 : 4 }
    var region = IntonationMapTests.region(0, keys: 69...69)
    region.generators[.fineTune] = 0
    let bank = IntonationMapTests.bank(roots: [69], presets: [[region]])
    var map = IntonationMap()
    map[RegionSample(region)] = PitchMeasurement(
      kind: .longLoop, frequency: .hertz(441), uncertaintyCents: 0.01,
      sounding: SoundingPitch(cents: contour, later: 0))
    let intonation = PresetIntonation(
      regions: [region], corrections: map.corrections(of: [region], in: bank),
      measurements: [map[RegionSample(region)]])
    let note = try #require(intonation.notes.first)
    #expect(abs(note.afterCents) < 0.01 && note.variationCents > 2.5 && note.variationCents < 4)
    #expect(abs(note.laterCents + note.beforeCents - Self.sharp) < 0.01)
    guard case .varying(let mean, _, _, nil) = intonation.badge else {
      Issue.record("\(intonation.badge)")
      return
    }
    #expect(mean < 1)
  }
}
