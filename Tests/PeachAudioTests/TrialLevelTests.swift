import Foundation
import PeachServices
import SoundMeasurement
import Testing

/// The level differences of trials, measured in the players' output.
@Suite("Levels of trials", .serialized)
struct TrialLevelTests {
  static let decibels = [-12.0, -3, -0.5, 0.5, 3, 12]

  /// Expects the level of the second note of a pair to differ by exactly the trial's decibels. The
  /// notes have the same pitch and sample, so that the waveforms differ in level only.
  private func expectLevels(
    _ player: any NotePlayer, on stage: RecordedPairs, hertz: Double, _ name: String
  ) async throws {
    for decibels in Self.decibels {
      let note = TrialNote(frequency: .hertz(hertz), durationSeconds: 0.5)
      var target = note
      target.levelDecibels = decibels
      let pair = try await stage.hear(
        ScheduledNote.pair(note, target, gapSeconds: 0.25, isUnison: true), by: player)
      let found =
        Level.rootMeanSquare(pair.second[2400..<19_200])
        - Level.rootMeanSquare(pair.first[2400..<19_200])
      #expect(abs(found - decibels) < 0.05, "\(name), \(decibels) dB: \(found) dB")
    }
  }

  @Test("The loudness variation of a trial is the level difference heard: a sine")
  func sine() async throws {
    let stage = try RecordedPairs()
    try await expectLevels(
      SineWaveNotePlayer(on: stage.engine), on: stage, hertz: 440, "sine")
  }

  @Test(
    "The loudness variation of a trial is the level difference heard: real banks",
    .enabled(if: !ComparedPresets.banks.isEmpty, ComparedPresets.whatIsMissing))
  func banks() async throws {
    let stage = try RecordedPairs()
    for path in ComparedPresets.tested {
      let bank = try SoundBank(contentsOf: path)
      // Piano, cello and flute: with and without velocity layers and filters.
      for program in [0, 42, 73] as [UInt8] {
        let player = try SoundFontNotePlayer(
          playing: bank.preset(bank: 0, program: program), on: stage.engine)
        try await expectLevels(
          player, on: stage, hertz: 440, "\(path), program \(program)")
      }
    }
  }
}
