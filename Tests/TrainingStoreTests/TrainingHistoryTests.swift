import PeachEarTraining
import PeachTrialRecords
import TestEnvironment
import Testing
import TrialFixtures

@testable import PeachTrainingStore

@Suite("History of stored trials")
struct TrainingPastTests {
  @Test("sounds get indices in order; those after the seventh share one")
  func sounds() {
    var numbers = SoundIndices()
    #expect((0..<10).map { numbers.index(of: "\($0)") } == [0, 1, 2, 3, 4, 5, 6, 7, 7, 7])
    #expect(numbers.index(of: "3") == 3)
  }

  @Test("tunings have unique names that round-trip")
  func tunings() {
    #expect(Set(Tuning.all.map(\.name)).count == 9)
    for tuning in Tuning.all { #expect(Tuning(name: tuning.name) == tuning) }
    #expect(Tuning(name: "well") == nil)
  }

  @Test("the history equals procedures that learn from the same trials")
  func same() {
    var history = TrainingHistory()
    var profile = ProfileProcedure()
    var kazez = KazezProcedure()
    var numbers = SoundIndices()
    var (comparisons, matchings) = (0, 0)
    for record in TrialStoreTests.records(300) {
      history.add(record)
      let number = numbers.index(of: record.sound)
      guard case .comparison(let trial) = record.trial else {
        matchings += 1
        continue
      }
      comparisons += 1
      var answer = trial.answer
      answer.question.sound = number
      profile.beginDay(record.day)
      profile.record(answer)
      kazez.record(answer)
    }
    let question = TrialQuestion(noteNumber: 60, sound: 2)
    #expect(history.profile.threshold(for: question) == profile.threshold(for: question))
    #expect(history.kazez.magnitudeCents == kazez.magnitudeCents)
    #expect(history.comparisonCount == comparisons && history.matchingCount == matchings)
    #expect(history.keyCounts.reduce(0, +) == comparisons)
    #expect(history.intervalCounts.reduce(0, +) == comparisons)
  }

  #if SQLite
    @Test("the history of the store equals that of its records")
    func fromStore() throws {
      let records = TrialStoreTests.records(300)
      var expected = TrainingHistory()
      for record in records { expected.add(record) }
      let folder = try TemporaryFolder()
      let store = try TrialStore(path: folder.path("training.sqlite"))
      _ = try store.append(records)
      let history = try store.history()
      for sound in 0..<8 {
        let question = TrialQuestion(noteNumber: 60, sound: sound)
        #expect(
          history.profile.threshold(for: question) == expected.profile.threshold(for: question))
      }
      #expect(history.profile.history == expected.profile.history)
      #expect(history.kazez.magnitudeCents == expected.kazez.magnitudeCents)
      #expect(history.sounds == expected.sounds)
      #expect(history.comparisonCount == expected.comparisonCount)
      #expect(history.matchingCount == expected.matchingCount)
      #expect(history.keyCounts == expected.keyCounts)
      #expect(history.intervalCounts == expected.intervalCounts)
    }

    @Test(
      "an invalid trial is reported with its column",
      arguments: [
        "offsetCents = 0", "semitones = 13", "kind = 'x'", "response = NULL", "day = 1e7",
      ])
    func damaged(change: String) throws {
      let folder = try TemporaryFolder()
      let store = try TrialStore(path: folder.path("training.sqlite"))
      _ = try store.append(TrialStoreTests.records(30))
      try SQLiteConnection(path: store.path).execute(
        "UPDATE trials SET \(change) WHERE kind = 'comparison'")
      let column = change.prefix { $0 != " " }
      var reason = ""
      do { _ = try store.history() } catch { reason = "\(error)" }
      #expect(reason.contains("invalid trial: \(column)"), "\(reason)")
    }
  #endif

  #if SQLite && !DEBUG
    /// Prints times without limits, because other tests run concurrently.
    @Test("100,000 trials are replayed")
    func many() throws {
      let folder = try TemporaryFolder()
      let path = folder.path("training.sqlite")
      _ = try TrialStore(path: path).append(TrialStoreTests.records(100_000))
      let times = try (0..<3).map { _ in
        try ContinuousClock().measure {
          let history = try TrialStore(path: path).history()
          #expect(history.comparisonCount + history.matchingCount == 100_000)
        }
      }
      print("100,000 trials: \(times)")
    }
  #endif
}
