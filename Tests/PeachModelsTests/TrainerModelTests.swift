import Foundation
import PeachInstrumentModel
import PeachModels
import PeachServices
import SoundMeasurement
import Synchronization
import TestEnvironment
import Testing

@Suite("Trainer model")
@MainActor
struct TrainerModelTests {
  /// The storage of an app, which survives a restart.
  private final class Storage: Sendable {
    let records = Mutex<[TrialRecord]>([])
    let preferences = Mutex<String?>(nil)
    let failure = Mutex<String?>(nil)
    let seconds = Mutex(0.0)

    struct Failure: Error, CustomStringConvertible { var description: String }
  }

  private func services(_ player: MockNotePlayer, _ storage: Storage) -> TrainerServices {
    var services = TrainerServices(player: player, seed: 7)
    services.store = { record in
      if let reason = storage.failure.withLock({ $0 }) {
        throw Storage.Failure(description: reason)
      }
      storage.records.withLock { records in
        records.removeAll { $0.identifier == record.identifier }
        records.append(record)
      }
    }
    services.history = { since in
      var history = TrainingHistory(since: since)
      for record in storage.records.withLock({ $0 }) { history.add(record) }
      return history
    }
    services.loadPreferences = { storage.preferences.withLock { $0 } }
    services.savePreferences = { text in storage.preferences.withLock { $0 = text } }
    services.now = {
      let seconds = storage.seconds.withLock { seconds in
        seconds += 0.1
        return seconds
      }
      return .init(seconds: seconds, day: 20_000, milliseconds: Int64(seconds * 1000))
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

  /// Answers `count` pairs by their frequencies.
  private func answer(
    _ count: Int, _ model: TrainerModel, _ player: MockNotePlayer, correctly: Bool = true
  ) async throws {
    for _ in 0..<count {
      try await wait { model.awaitsAnswer }
      let notes = player.calls.compactMap { call -> Double? in
        if case .play(let hertz, _, _, _) = call { hertz } else { nil }
      }
      let target = try #require(notes.last)
      let isHigher = target > notes[notes.count - 2]
      let before = model.trialCount
      model.answer(isHigher: isHigher == correctly)
      #expect(model.trialCount == before + 1)
    }
  }

  @Test("It plays pairs, stores the answers, continues by itself, and shows the results")
  func comparison() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    let model = TrainerModel(services: services(player, storage))
    #expect(model.activity == .menu && !model.awaitsAnswer && model.problem == nil)
    model.startComparison()
    #expect(model.activity == .comparing && !model.lines.isEmpty)
    try await answer(5, model, player)
    let records = storage.records.withLock { $0 }
    #expect(records.count == 5)
    for record in records {
      guard case .comparison(let trial) = record.trial else {
        Issue.record("Not a comparison")
        continue
      }
      #expect(trial.answer.isRight)
    }
    model.stop()
    #expect(model.activity == .results && model.lines.count > 1)
    model.showProfile()
    #expect(model.activity == .profile)
  }

  @Test("A restarted app continues with the results and settings")
  func restart() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    let first = TrainerModel(services: services(player, storage))
    first.startComparison()
    try await answer(3, first, player, correctly: false)
    first.stop()
    let second = TrainerModel(services: services(MockNotePlayer(), storage))
    #expect(second.trialCount == 3)
    second.showProfile()
    first.showProfile()
    #expect(second.lines == first.lines)
    first.showMenu()
    #expect(first.activity == .menu)
  }

  @Test("An answer can be withdrawn; storage that fails is shown until it works again")
  func undo() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    let model = TrainerModel(services: services(player, storage))
    model.startComparison()
    storage.failure.withLock { $0 = "Disk full." }
    try await answer(1, model, player)
    #expect(model.problem?.contains("Disk full.") == true)
    storage.failure.withLock { $0 = nil }
    model.undo()
    #expect(model.trialCount == 0 && model.problem == nil)
    #expect(storage.records.withLock { $0.map(\.isWithdrawn) } == [true])
  }

  @Test("A note is tuned; a pause stops the sound; a failure of the player is shown")
  func matching() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    let model = TrainerModel(services: services(player, storage))
    model.startMatching()
    #expect(model.activity == .matching && !model.awaitsTuning)
    try await wait { model.awaitsTuning }
    model.tune(cents: 5)
    try await wait { player.calls.contains { if case .start = $0 { true } else { false } } }
    model.tune(cents: 5)
    try await wait { player.calls.contains { if case .retune = $0 { true } else { false } } }
    model.commit()
    try await wait { storage.records.withLock { $0.count } == 1 }
    model.pause()
    #expect(model.isPaused)
    try await wait { player.calls.contains(.stop) }
    player.fail(with: NotePlayerError.notRunning)
    model.resume()
    try await wait { model.problem != nil }
    #expect(model.isPaused && model.problem?.contains("stopped") == true)
    model.replay()
  }

  @Test("Settings are limited, stored, and apply to the next notes; so does the language")
  func settings() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    let model = TrainerModel(services: services(player, storage))
    #expect(model.settings.referencePitchHertz == 440 && model.language == .english)
    model.settings.referencePitchHertz = 442
    model.settings.noteSeconds = 100
    model.settings.gapSeconds = 0.5
    model.settings.feedbackSeconds = 1.5
    model.settings.keys = 69...69
    model.settings.intervals = [7]
    model.settings.tuning = .pythagorean
    model.settings.loudnessVariationDecibels = 3
    model.settings.difficulty = .kazez
    model.settings.intervals = []
    model.language = .german
    #expect(model.settings.noteSeconds == TrainerSettings.noteRange.upperBound)
    #expect(model.settings.intervals == [7])
    // The fifth, and a semitone for the difference.
    #expect(model.keys == 68...77)
    model.startComparison()
    #expect(model.title == "Vergleichen")
    #expect(model.lines.allSatisfy { !$0.contains("Leertaste") && !$0.contains("↑") })
    try await wait { model.awaitsAnswer }
    let notes = player.calls.compactMap { call -> (hertz: Double, seconds: Double)? in
      if case .play(let hertz, let seconds, _, _) = call { (hertz, seconds) } else { nil }
    }
    #expect(notes.count == 2 && notes[0].hertz == 442 && notes[0].seconds == 3)
    // 3/2, within the largest first difference of a semitone.
    #expect(abs(1200 * log2(notes[1].hertz / 663)) <= 100.001)
    let restarted = TrainerModel(services: services(MockNotePlayer(), storage))
    #expect(restarted.settings == model.settings && restarted.language == .german)
    #expect(restarted.settings.feedbackSeconds == 1.5)
  }

  @Test("Trials are stored with the sound that has played, and the sound's compass limits notes")
  func sound() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    let bank = TestBank.tone { $0.keys = 60...62 }
    let sounds = SoundSourceModel(
      library: SoundFontLibrary(of: bank, path: "/a.sf2"),
      store: SelectionStore(load: { "Preset 0" }, save: { _ in }))
    let sounding = Mutex<String?>(nil)
    var services = services(player, storage)
    services.soundingSource = { sounding.withLock { $0 } }
    let model = TrainerModel(services: services, sounds: sounds)
    #expect(model.soundName == "Preset 0" && model.keys == 60...62)
    model.startComparison()
    try await answer(6, model, player)
    #expect(storage.records.withLock { Set($0.map(\.sound)) } == ["sf2:a.sf2:0:0"])
    let references = storage.records.withLock { $0.map(\.trial.question.noteNumber) }
    #expect(references.allSatisfy { (60...62).contains($0) })
    // A player that has replaced the sound by a sine.
    sounding.withLock { $0 = "sine" }
    try await answer(1, model, player)
    #expect(storage.records.withLock { $0.last?.sound } == "sine")
  }

  @Test("A change of the sound begins the trial again, so that both notes have the same sound")
  func changedSound() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    let bank = TestBank.tone()
    let library = SoundFontLibrary(of: bank, path: "/a.sf2")
    let sounds = SoundSourceModel(
      library: library, store: SelectionStore(load: { nil }, save: { _ in }))
    let factory = try NotePlayerFactory(
      engine: PlaybackEngine(device: OfflineAudioDevice()), library: library, source: .sine,
      options: NoteOptions(intonation: nil, tone: .recorded))
    let model = TrainerModel(services: services(player, storage), sounds: sounds)
    model.startComparison()
    try await wait { model.awaitsAnswer }
    let count = player.calls.count
    sounds.selection = "sf2:a.sf2:0:0"
    #expect(await sounds.prepare(factory))
    #expect(model.soundName == "Preset 0")
    try await wait { player.calls.count >= count + 3 && model.awaitsAnswer }
    #expect(player.calls[count] == .stop)
    try await answer(1, model, player)
    #expect(storage.records.withLock { $0.map(\.sound) } == ["sf2:a.sf2:0:0"])
  }

  @Test("Exported trials are imported by another installation, once")
  func export() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    var first = services(player, storage)
    first.trials = { storage.records.withLock { $0 } }
    let model = TrainerModel(services: first)
    model.startComparison()
    try await answer(4, model, player)
    model.undo()
    let text = try model.exportTrials(.csv)
    #expect(text.split(separator: "\n").count == 5)
    let other = Storage()
    var second = services(MockNotePlayer(), other)
    second.addTrials = { records in
      other.records.withLock { known in
        let new = records.filter { record in
          !known.contains { $0.identifier == record.identifier }
        }
        known += new
        return new.count
      }
    }
    let imported = TrainerModel(services: second)
    #expect(try imported.importTrials(Array(text.utf8)) == 4)
    // The withdrawn answer does not count.
    #expect(imported.trialCount == 3 && imported.listenerResults.comparisonCount == 3)
    #expect(try imported.importTrials(Array(model.exportTrials(.json).utf8)) == 0)
    #expect(throws: TrialFormatError.self) { try imported.importTrials(Array("x".utf8)) }
    #expect(imported.listenerResults.plot.hasPrefix("<svg"))
    #expect(imported.listenerResults.threshold.cents > 0)
  }

  @Test("An interruption pauses training, is named, and ends when the user resumes")
  func interruption() async throws {
    let (player, storage) = (MockNotePlayer(), Storage())
    let model = TrainerModel(services: services(player, storage), language: .german)
    player.fail(with: NotePlayerError.interrupted(.began))
    model.startComparison()
    try await wait { model.isPaused }
    #expect(model.interruption == .began)
    #expect(model.problem == ModelTexts(.german).message(AudioInterruption.began))
    model.resume()
    #expect(model.interruption == nil)
    try await wait { model.awaitsAnswer }
    #expect(model.problem == nil)
  }

  @Test("The output's model says what happened, and resumes")
  func output() async throws {
    let device = PullAudioDevice(sampleRate: 48_000)
    let engine = try PlaybackEngine(device: device)
    let output = AudioOutputModel(device: device, language: .german)
    #expect(output.state == .running && output.message == nil)
    #expect(output.bufferSeconds == 256.0 / 48_000)
    device.suspend()
    try await wait { output.state == .interrupted(.suspended) }
    #expect(output.message == ModelTexts(.german)[.audioSuspended])
    #expect(output.resume() && output.message == nil)
    // An engine that does not pull is noticed without a notification.
    try await wait { output.state == .interrupted(.stalled) }
    withExtendedLifetime(engine) {}
  }
}
