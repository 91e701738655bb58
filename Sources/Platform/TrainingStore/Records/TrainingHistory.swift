public import PeachEarTraining

/// What was trained so far, as procedures learn from it: the posterior, rebuilt from raw trials.
public struct TrainingHistory: Sendable {
  /// What our procedure knows.
  public private(set) var profile = ProfileProcedure()
  /// Where Kazez's rule is.
  public private(set) var kazez = KazezProcedure()
  /// The sounds' numbers.
  public var sounds = SoundIndices()
  /// How many comparisons there were.
  public private(set) var comparisonCount = 0
  /// How many matchings there were.
  public private(set) var matchingCount = 0
  /// Comparisons by interval, from −12 semitones at index 0.
  public private(set) var intervalCounts = [Int](repeating: 0, count: 25)
  /// Comparisons by key, 0 through 127.
  public private(set) var keyCounts = [Int](repeating: 0, count: 128)

  /// Nothing yet.
  public init() {}

  /// Takes in the next trial in order of time.
  public mutating func add(_ record: TrialRecord) {
    let number = sounds.number(of: record.sound)
    switch record.trial {
    case .matching: addMatching()
    case .comparison(let trial):
      var answer = trial.answer
      answer.question.sound = number
      add(answer, day: record.day)
    }
  }

  /// Takes in a matching: it teaches nothing about thresholds.
  mutating func addMatching() { matchingCount += 1 }

  /// Takes in a comparison with a sound that ``sounds`` has numbered.
  mutating func add(_ answer: ComparisonResponse, day: Int) {
    comparisonCount += 1
    intervalCounts[answer.question.interval.semitones + 12] += 1
    keyCounts[min(max(Int(answer.question.noteNumber.rounded()), 0), 127)] += 1
    profile.beginDay(day)
    profile.record(answer)
    kazez.record(answer)
  }
}
