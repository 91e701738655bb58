import Foundation
import PeachServices
import PeachTrainerUI
import SoundMeasurement
import TestEnvironment
import Testing

/// A listener who measures both notes of a trial in the player's output and responds accordingly.
///
/// The trials are a session's own. Artifacts between the question and the output, such as a
/// residual pitch bend or another sample, cause wrong responses.
@Suite("Ideal listener", .serialized)
struct IdealListenerTests {
  static let trials = TestScale.isFull ? TestScale.count(short: 4, full: 400) : 16
  static let seconds = 0.5

  /// Half of the offsets are 0.5 cents, the others up to 20.
  private struct SmallOffsets: OffsetSeries {
    func magnitude(at index: Int, random: inout RandomSource) -> Double {
      index % 2 == 0 ? 0.5 : 0.5 * pow(40, random.fraction())
    }
  }

  /// Returns the wrong responses of a session.
  private func mistakes(
    _ player: any NotePlayer, on stage: RecordedPairs, seed: UInt64,
    settings: TrainingSettings = TrainingSettings(),
    hears: (RecordedPairs.Pair, ComparisonTrial) -> Double = Self.unison
  ) async throws -> [String] {
    var settings = settings
    settings.noteSeconds = Self.seconds
    let listener = IdealListener(
      offsets: SmallOffsets(), settings: settings, trials: Self.trials, seed: seed)
    return try await listener.responses(to: player, on: stage, hears: hears)
      .filter { !$0.isRight }.map(\.description)
  }

  private static func unison(_ pair: RecordedPairs.Pair, _ trial: ComparisonTrial) -> Double {
    NoteComparison(pair.first, pair.second, hertz: trial.reference.frequency.hertz).cents
  }

  private func expectFew(_ mistakes: [String], _ name: String) {
    #expect(
      Double(mistakes.count) <= 0.005 * Double(Self.trials), "\(name): \(mistakes)")
    print("\(name): \(Self.trials - mistakes.count) of \(Self.trials) \(mistakes)")
  }

  @Test("Correct in 99.5 % of a session's trials down to 0.5 cents, with a sine")
  func sine() async throws {
    let stage = try RecordedPairs()
    let player = try SineWaveNotePlayer(on: stage.engine)
    expectFew(try await mistakes(player, on: stage, seed: 1), "sine")
  }

  @Test("Correct with just intervals, relative to the reference played")
  func intervals() async throws {
    let stage = try RecordedPairs()
    let player = try SineWaveNotePlayer(on: stage.engine)
    var settings = TrainingSettings()
    settings.tuning = .just()
    // A fifth up, a major third up, a fourth down, as integer ratios.
    let ratios = [7: 3.0 / 2, 4: 5.0 / 4, -5: 3.0 / 4]
    settings.intervals = ratios.keys.sorted().compactMap { MusicalInterval(semitones: $0) }
    let found = try await mistakes(player, on: stage, seed: 3, settings: settings) { pair, trial in
      let hertz = trial.reference.frequency.hertz
      let ratio = ratios[trial.answer.question.interval.semitones] ?? 0
      let (first, second) = (pair.first.dropFirst(4800), pair.second.dropFirst(4800))
      let low = PitchMeter.frequency(of: first.dropLast(960), near: hertz, sampleRate: 48_000)
      let high = PitchMeter.frequency(
        of: second.dropLast(960), near: low * ratio, sampleRate: 48_000)
      return 1200 * log2(high / low / ratio)
    }
    expectFew(found, "pure intervals")
  }

  @Test(
    "Correct on ten presets (by default, a cello and a flute), by frequency and by pitch bend",
    .enabled(if: !ComparedPresets.banks.isEmpty, ComparedPresets.whatIsMissing))
  func presets() async throws {
    let stage = try RecordedPairs()
    let all = try ComparedPresets.presets(of: ComparedPresets.banks[0])
    for preset in TestScale.cases(
      short: all.filter { [42, 73].contains($0.preset.program) }, full: all)
    {
      for pitchMode in [PitchMode.frequency, .midiBend] {
        // One preset covers the pitch-bend mode.
        if pitchMode == .midiBend && preset.preset.program != 42 { continue }
        let player = try SoundFontNotePlayer(
          playing: preset, on: stage.engine,
          options: NoteOptions(
            pitchMode: pitchMode, intonation: ComparedPresets.intonation,
            straightTones: ComparedPresets.straightTones))
        let found = try await mistakes(
          player, on: stage, seed: UInt64(preset.preset.program) + 2)
        expectFew(found, "\(preset.preset.name), \(pitchMode)")
      }
    }
  }

  @Test("With the trainer's own keys the estimated threshold falls below 1 cent")
  func trainer() async throws {
    let stage = try RecordedPairs()
    let player = try SineWaveNotePlayer(on: stage.engine)
    var preferences = TrainerPreferences()
    preferences.isIntroduced = true
    preferences.settings.noteSeconds = Self.seconds
    var trainer = Trainer(sounds: [.sine], preferences: preferences, seed: 1)
    let now = TrainerTimestamp(seconds: 0, day: 0)
    var effects = trainer.reduce(.key(.enter), at: now)
    var (count, right) = (0, 0)
    for _ in 0..<Self.trials / 4 {
      guard
        case .playPair(let cue, let reference, let target, let gap, let isUnison)? = effects.last
      else { throw CancellationError() }
      let pair = try await stage.hear(
        ScheduledNote.pair(reference, target, gapSeconds: gap, isUnison: isUnison), by: player)
      _ = trainer.reduce(.targetBegan(cue), at: now)
      _ = trainer.reduce(.targetEnded(cue), at: now)
      let heard = NoteComparison(pair.first, pair.second, hertz: reference.frequency.hertz).cents
      for effect in trainer.reduce(.key(heard > 0 ? .up : .down), at: now) {
        guard case .store(let completed, _) = effect,
          case CompletedTrial.comparison(let trial) = completed
        else { continue }
        // The session ends with smaller offsets; the requirement is for 0.5 cents and more.
        guard trial.answer.offsetCents.magnitude >= 0.5 else { continue }
        count += 1
        right += trial.answer.isRight ? 1 : 0
      }
      effects = trainer.reduce(.feedbackEnded(cue), at: now)
    }
    _ = trainer.reduce(.key(.escape), at: now)
    let cents = trainer.profile.profile.level.estimate.cents
    print("the trainer: \(right) of \(count) from half a cent on; believes \(cents) cents")
    #expect(right == count && count > 0)
    if TestScale.isFull { #expect(count >= 20 && cents < 1) }
  }
}
