public import PeachEarTraining

/// The results of exercises with notes that sound together. Thresholds are not those of notes one
/// after the other: beats show differences that no ear hears in a melody.
public struct ChordHistory: Sendable {
  /// Pure or tempered: thresholds in beats.
  public private(set) var purity = BeatProcedure()
  /// Wider or narrower: thresholds in cents. Beats do not tell the direction.
  public private(set) var width = ProfileProcedure()
  /// The number of trials by interval, from −12 semitones at index 0.
  public private(set) var purityCounts = [Int](repeating: 0, count: 25)
  /// The number of trials by interval, from −12 semitones at index 0.
  public private(set) var widthCounts = [Int](repeating: 0, count: 25)
  /// The errors of notes that were tuned over a drone or in a triad.
  public private(set) var matchings = MatchingHistory()
  /// The errors of counted beats in percent; positive ones are too fast.
  public private(set) var beatErrors = ErrorStatistics()

  /// Creates an empty history.
  public init() {}

  /// Whether there are no trials.
  public var isEmpty: Bool { trialCount == 0 }

  /// The number of all trials.
  package var trialCount: Int {
    purityCount + widthCount + matchings.errors.count + beatErrors.count
  }

  /// The number of trials "pure or tempered".
  public var purityCount: Int { purityCounts.reduce(0, +) }
  /// The number of trials "wider or narrower".
  public var widthCount: Int { widthCounts.reduce(0, +) }

  /// Adds the next trial in chronological order, with the index of its sound. Ignores notes one
  /// after the other.
  package mutating func add(_ trial: CompletedTrial, sound: Int, day: Int) {
    switch trial {
    case .comparison(var trial):
      trial.answer.question.sound = sound
      let index = trial.answer.question.interval.semitones + 12
      switch trial.exercise {
      case .purity:
        purityCounts[index] += 1
        purity.beginDay(day)
        purity.record(trial)
      case .width:
        widthCounts[index] += 1
        width.beginDay(day)
        width.record(trial.answer)
      default: break
      }
    case .matching(let trial):
      if trial.exercise.isChord { matchings.add(trial.offsetCents, day: day) }
    case .beats(let trial): beatErrors.add(trial.errorPercent)
    }
  }
}
