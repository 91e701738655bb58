public import PeachEarTraining

/// The state of the procedures after all stored trials, which they replay.
public struct TrainingHistory: Sendable {
  /// The adaptive procedure.
  public private(set) var profile = ProfileProcedure()
  /// The Kazez rule.
  public private(set) var kazez = KazezProcedure()
  /// The indices of the sounds.
  public var sounds = SoundIndices()
  /// The number of comparisons.
  public private(set) var comparisonCount = 0
  /// The number of matchings.
  public private(set) var matchingCount = 0
  /// The number of comparisons by interval, from −12 semitones at index 0.
  public private(set) var intervalCounts = [Int](repeating: 0, count: 25)
  /// The number of comparisons by key, 0 to 127.
  public private(set) var keyCounts = [Int](repeating: 0, count: 128)

  /// Creates an empty history.
  public init() {}

  /// Adds the next trial in chronological order.
  public mutating func add(_ record: TrialRecord) {
    let sound = sounds.index(of: record.sound)
    switch record.trial {
    case .matching: addMatching()
    case .comparison(let trial):
      var answer = trial.answer
      answer.question.sound = sound
      add(answer, day: record.day)
    }
  }

  /// Adds a matching, which does not change thresholds.
  package mutating func addMatching() { matchingCount += 1 }

  /// Adds a comparison whose sound has an index of ``sounds``.
  package mutating func add(_ answer: ComparisonResponse, day: Int) {
    comparisonCount += 1
    intervalCounts[answer.question.interval.semitones + 12] += 1
    keyCounts[min(max(Int(answer.question.noteNumber.rounded()), 0), 127)] += 1
    profile.beginDay(day)
    profile.record(answer)
    kazez.record(answer)
  }
}
