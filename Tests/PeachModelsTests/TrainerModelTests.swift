import Peach
import PeachModels
import Synchronization
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
    // All threads may be busy with other tests for minutes.
    let deadline = ContinuousClock.now + .seconds(600)
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
}
