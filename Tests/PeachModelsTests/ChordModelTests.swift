import Foundation
import PeachModels
import PeachMusicUnits
import PeachServices
import SoundMeasurement
import Synchronization
import TestEnvironment
import Testing

@Suite("Trainer model, chords")
@MainActor
struct ChordModelTests {
  /// The trials of an app.
  private final class Storage: Sendable {
    let records = Mutex<[TrialRecord]>([])
    let seconds = Mutex(0.0)
  }

  private func services(
    _ player: MockNotePlayer, _ chords: MockNotePlayer, _ storage: Storage
  ) -> TrainerServices {
    var services = TrainerServices(player: player, seed: 3)
    services.chordPlayer = chords
    services.store = { record in storage.records.withLock { $0.append(record) } }
    services.now = {
      .init(seconds: storage.seconds.withLock { $0 }, day: 20_000, milliseconds: 1)
    }
    services.sleep = { _ in await Task.yield() }
    return services
  }

  private func wait(
    _ condition: () -> Bool, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let deadline = ContinuousClock.now + TestScale.hangLimit
    while !condition() {
      try #require(ContinuousClock.now < deadline, sourceLocation: location)
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  private func played(_ player: MockNotePlayer) -> [Double] {
    player.calls.compactMap { call in
      if case .play(let hertz, _, _, _) = call { hertz } else { nil }
    }
  }

  @Test("Pure or out of tune: the player of chords has both intervals, and the answer is stored")
  func purity() async throws {
    let (player, chords, storage) = (MockNotePlayer(), MockNotePlayer(), Storage())
    let model = TrainerModel(services: services(player, chords, storage))
    #expect(model.chordExercise == nil && model.chordProblem == nil)
    model.start(.purity)
    #expect(model.activity == .chords && model.chordExercise == .purity)
    try await wait { model.awaitsAnswer && played(chords).count == 4 }
    #expect(player.calls.isEmpty)
    #expect(model.chordAnswers?.lower == "1" && model.chordAnswers?.higher == "2")
    #expect(model.name(of: .purity) == model.title)
    let notes = played(chords)
    let ratios = [notes[1] / notes[0], notes[3] / notes[2]]
    let pure = abs(ratios[0] - 1.25) < 0.1 ? 1.25 : 1.5
    let isSecondPure = abs(ratios[1] - pure) < abs(ratios[0] - pure)
    model.answer(isSecondPure: isSecondPure)
    let record = try #require(storage.records.withLock { $0.first })
    guard case .comparison(let trial) = record.trial else {
      Issue.record("\(record)")
      return
    }
    #expect(trial.exercise == .purity && trial.answer.isRight)
    model.stop()
    let results = try #require(model.sessionResults)
    #expect(results.comparisonCount == 1 && results.rightCount == 1)
    #expect(model.listenerResults.chords.purityCount == 1 && model.trialCount == 0)
    model.showMenu()
    model.start(.width)
    try await wait { model.awaitsAnswer }
    #expect(model.chordAnswers?.higher == "wide")
    model.answer(isWider: true)
    #expect(model.listenerResults.chords.widthCount == 1)
  }

  @Test("A drone goes on while a note is tuned")
  func drone() async throws {
    for (exercise, count) in [(ChordExercise.drone, 1), (.triad, 2)] {
      let (player, chords, storage) = (MockNotePlayer(), MockNotePlayer(), Storage())
      let model = TrainerModel(services: services(player, chords, storage))
      model.start(exercise)
      try await wait { model.awaitsTuning && chords.calls.count == count }
      model.tune(cents: 1)
      try await wait { chords.calls.count == count + 1 }
      #expect(
        chords.calls.allSatisfy { if case .start = $0 { true } else { false } }, "\(exercise)")
      model.tune(cents: -1)
      model.commit()
      #expect(storage.records.withLock { $0.first?.trial.exercise.isChord } == true)
      try await wait { chords.calls.contains(.stop) }
    }
  }

  @Test("Taps are counted while the interval sounds")
  func beats() async throws {
    let chords = MockNotePlayer(sleep: { _ in try await Task.sleep(for: .seconds(60)) })
    let storage = Storage()
    let model = TrainerModel(services: services(MockNotePlayer(), chords, storage))
    model.start(.beats)
    try await wait { model.awaitsTaps && !played(chords).isEmpty }
    for tap in 1...4 {
      storage.seconds.withLock { $0 = Double(tap) / 2 }
      model.tap()
    }
    model.commit()
    guard case .beats(let trial)? = storage.records.withLock({ $0.first?.trial }) else {
      Issue.record("No beats")
      return
    }
    #expect(trial.tapCount == 4 && abs(trial.tappedRate.hertz - 2) < 1e-9)
    model.stop()
    #expect(model.sessionResults?.beatCount == 1)
  }

  @Test("A sound is checked first. The exercise begins if it is steady, else there is a reason")
  func steadiness() async throws {
    for isSteady in [true, false] {
      let library = SoundFontLibrary(of: TestBank.tone(), path: "/a.sf2")
      let sounds = SoundSourceModel(
        library: library, store: SelectionStore(load: { nil }, save: { _ in }))
      let factory = try NotePlayerFactory(
        engine: PlaybackEngine(device: OfflineAudioDevice()), library: library, source: .sine,
        options: NoteOptions(intonation: nil, tone: .recorded))
      var services = services(MockNotePlayer(), MockNotePlayer(), Storage())
      services.steadiness = { source, _ in
        #expect(source != .sine)
        return isSteady ? .steady : .notStraight(.severalPlayers)
      }
      let model = TrainerModel(services: services, sounds: sounds)
      sounds.selection = "sf2:a.sf2:0:0"
      #expect(await sounds.prepare(factory))
      model.start(.beats)
      #expect(model.activity == .menu && model.chordProblem != nil)
      if isSteady {
        try await wait { model.chordExercise == .beats }
        #expect(model.chordProblem == nil)
      } else {
        try await wait { model.chordProblem?.contains("several players") == true }
        #expect(model.chordExercise == nil)
      }
    }
  }
}
