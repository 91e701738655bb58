import Foundation
import PeachMusicUnits
import PeachServices
import SoundMeasurement
import TestEnvironment
import Testing

/// A listener who compares intervals that are half a cent wide or narrow, between notes from
/// different recordings of real instruments, by the mean pitch of each note (``PartialPhases``).
@Suite(
  "Ideal listener, intervals of real instruments", .serialized,
  .enabled(if: TestFiles.exists(RenderTools.largeBank), "FluidR3_GM.sf2 is not installed."))
struct IntervalListenerTests {
  /// Half a cent in all trials.
  private struct HalfCents: OffsetSeries {
    func magnitude(at index: Int, random: inout RandomSource) -> Double { 0.5 }
  }

  /// A preset, and the length of the notes.
  struct Case: Sendable, CustomStringConvertible {
    var program: UInt8
    var noteSeconds: Double
    var description: String { "0:\(program), notes of \(noteSeconds) s" }
  }

  static let cases = TestScale.cases(
    short: [Case(program: 73, noteSeconds: 0.5)],
    full: [40, 41, 42, 56, 57, 66, 68, 70, 71, 73].flatMap { program in
      [0.5, 1].map { Case(program: program, noteSeconds: $0) }
    })
  static let trials = TestScale.count(short: 16, full: 60)

  /// Returns the responses to trials whose notes are from different recordings.
  private func responses(
    _ chosen: Case, _ tone: ToneStyle
  ) async throws -> [IdealListener<HalfCents>.Response] {
    let bank = try StraightToneTests.bank.get()
    let preset = try bank.preset(bank: 0, program: chosen.program)
    let stage = try RecordedPairs()
    let player = try SoundFontNotePlayer(
      playing: preset, on: stage.engine,
      options: NoteOptions(
        intonation: StraightToneTests.intonation, tone: tone,
        straightTones: StraightToneTests.straightTones))
    var settings = TrainingSettings()
    let recordings = RecordingsByKey(preset)
    let compass = try #require(GeneralMIDICompass.keys(ofProgram: chosen.program))
    let keys = compass.filter { !recordings[$0].isEmpty }
    settings.compass = try #require(keys.first)...(keys.last ?? 0)
    settings.intervals = (-12...12).filter { $0 != 0 }.compactMap { MusicalInterval(semitones: $0) }
    settings.noteSeconds = chosen.noteSeconds
    let listener = IdealListener(
      offsets: HalfCents(), settings: settings, trials: Self.trials,
      seed: UInt64(chosen.program) + (chosen.noteSeconds == 1 ? 1000 : 0))
    return try await listener.responses(to: player, on: stage) { pair, trial in
      guard
        let first = Self.cents(pair.first, trial.reference.frequency),
        let second = Self.cents(pair.second, trial.target.frequency)
      else { return .nan }
      return second - first + trial.answer.offsetCents
    }.filter {
      recordings[$0.trial.reference.frequency] != recordings[$0.trial.target.frequency]
    }
  }

  /// Returns the mean pitch of a note from 0.1 s after the onset on, in cents above `expected`.
  private static func cents(_ audio: [Float], _ expected: Frequency) -> Double? {
    let rate = 48_000.0
    guard let onset = PartialPhases.onset([audio], sampleRate: rate) else { return nil }
    return PartialPhases.meanCents(
      of: [audio], from: Double(onset) / rate + 0.1, to: Double(audio.count) / rate - 0.03,
      above: expected.hertz, sampleRate: rate)
  }

  @Test("Straight: right in 99 % of the trials with half a cent", arguments: cases)
  func straight(chosen: Case) async throws {
    let responses = try await responses(chosen, .straight)
    let wrong = responses.filter { !$0.isRight }
    print("\(chosen), straight: \(responses.count - wrong.count) of \(responses.count) right")
    #expect(responses.count >= Self.trials / 2)
    #expect(100 * wrong.count <= responses.count, "\(wrong)")
  }

  @Test("As recorded: wrong in 20 % of the trials, although the mean pitch is corrected")
  func recorded() async throws {
    var (right, count) = (0, 0)
    for chosen in Self.cases {
      let responses = try await responses(chosen, .recorded)
      let own = responses.count(where: \.isRight)
      print("\(chosen), as recorded: \(own) of \(responses.count) right")
      (right, count) = (right + own, count + responses.count)
    }
    print("As recorded: \(right) of \(count) right")
    // Twenty times the mistakes that are permitted with straight tones.
    #expect(100 * (count - right) >= 20 * count)
  }
}
