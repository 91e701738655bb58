import Foundation
import PeachBankValidation
import PeachInstrumentModel
import PeachIntonation
import SoundFontFixtures
import Testing

@Suite("Tuning checks")
struct TuningCheckTests {
  /// Returns the findings in the valid bank with `cents` added to its sample's pitch correction.
  private func findings(correction cents: Int8 = 0, root: UInt8 = 69) throws -> [BankFinding] {
    var builder = CheckedBank.clean
    builder.samples[0].correction = cents
    builder.samples[0].root = root
    var check = CheckedBank.check(builder.chunks.file)
    let bank = try #require(check.bank)
    var map = IntonationMap()
    try map.measure(bank.regions(ofPresetAt: 0), of: bank, using: PitchEstimator())
    check.checkTuning(
      ofPresetAt: 0, corrections: map.corrections(of: bank.regions(ofPresetAt: 0), in: bank))
    return check.findings
  }

  @Test("Samples within 10 cents of their key have no finding")
  func inTune() throws {
    #expect(try findings() == [])
    #expect(try findings(correction: 9) == [])
    #expect(try findings(correction: -9) == [])
  }

  @Test("A mistuned sample is reported with sample, preset and cents")
  func outOfTune() throws {
    // Exactly 440 Hz at key 69, plus the file's correction.
    let sharp = try #require(try findings(correction: 20).first)
    #expect(sharp.rule == .outOfTune && sharp.severity == .warning)
    #expect(sharp.subject.contains("sample") && sharp.message.contains("20 cents sharp"))
    #expect(try findings(correction: -34).first?.message.contains("34 cents flat") == true)
  }

  @Test("A wrong root key is a note, because it may be intended")
  func wrongKey() throws {
    let found = try findings(root: 66)
    #expect(found.map(\.rule) == [.wrongKey])
    #expect(found.first?.message.contains("3 semitones") == true)
  }
}
