import PeachEarTraining
import PeachMusicUnits
import PeachTrainingStore
import PeachTrialRecords

/// Records of listening tests with random values.
struct ListeningFixture {
  private var random: RandomSource

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// Returns a complete test.
  mutating func records(
    _ kind: ListeningTestKind, count: Int, sound: String = "sf2:a, \"b\".sf2:0:42",
    pair: ListeningStylePair = .straightening
  ) -> [ListeningRecord] {
    let plan = ListeningPlan(
      kind: kind, pair: pair,
      conditions: [220, 440 * 1.0594630943592953].map {
        ListeningCondition(sound: 3, frequency: .hertz($0))
      }, count: count, seed: random.next())
    let session = TrialRecord.newIdentifier()
    return plan.trials.enumerated().map { index, trial in
      let answers: [ListeningAnswer] = kind == .abx ? [.a, .b] : [.a, .b, .neither]
      let response = ListeningResponse(
        trial: trial, answer: answers[random.index(below: answers.count)],
        plays: 3 + random.index(below: 20), responseSeconds: random.between(0, 100))
      return ListeningRecord(
        response, session: session, number: index + 1, plannedCount: count, sound: sound,
        seconds: 1.5, version: "0.1.0",
        milliseconds: 1_700_000_000_000 + Int64(random.index(below: 1_000_000_000)))
    }
  }
}
