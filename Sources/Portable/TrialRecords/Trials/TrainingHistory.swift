public import PeachEarTraining

/// The state of the procedures after all stored trials, which they replay. Withdrawn trials, those
/// of studies (``StudyContext``) and silent ones (``TrialRecord/isSilent``) are left out.
public struct TrainingHistory: Sendable {
  /// The adaptive procedure.
  public private(set) var profile = ProfileProcedure()
  /// The Kazez rule.
  public private(set) var kazez = KazezProcedure()
  /// The indices of the sounds.
  public var sounds = SoundIndices()
  /// The number of comparisons.
  public private(set) var comparisonCount = 0
  /// The errors of matchings.
  public private(set) var matchings = MatchingHistory()
  /// The results of notes that sound together, which are not mixed with the others.
  public private(set) var chords = ChordHistory()
  /// The number of comparisons by interval, from −12 semitones at index 0.
  public private(set) var intervalCounts = [Int](repeating: 0, count: 25)
  /// The number of comparisons by key, 0 to 127.
  public private(set) var keyCounts = [Int](repeating: 0, count: 128)
  /// The number of comparisons by index of ``sounds``.
  package private(set) var soundCounts = [Int](repeating: 0, count: 8)
  /// The trials by day, also those before ``start``.
  public private(set) var practice = PracticeDays()
  /// The time from which trials count, in milliseconds since 1970-01-01 UTC.
  public let start: Int64
  /// Whether trials that were played without an audio device count.
  public let includesSilent: Bool

  /// Creates an empty history that counts trials from a time on, in milliseconds since 1970-01-01
  /// UTC.
  public init(since start: Int64 = 0) { self.init(since: start, includesSilent: false) }

  /// Creates an empty history that also counts trials without an audio device, on request.
  public init(since start: Int64 = 0, includesSilent: Bool) {
    (self.start, self.includesSilent) = (start, includesSilent)
  }

  /// The number of matchings.
  public var matchingCount: Int { matchings.errors.count }

  /// Returns a history without results that counts trials from a time on, with the same days of
  /// practice.
  package func restarted(since start: Int64) -> TrainingHistory {
    var history = TrainingHistory(since: start, includesSilent: includesSilent)
    history.practice = practice
    return history
  }

  /// Adds the next trial in chronological order.
  public mutating func add(_ record: TrialRecord) {
    if record.isWithdrawn || record.study != nil { return }
    if record.isSilent && !includesSilent { return }
    guard record.milliseconds >= start else { return addPractice(day: record.day) }
    let sound = sounds.index(of: record.sound)
    add(record.trial, sound: sound, day: record.day)
  }

  /// Adds a trial with the index of its sound.
  package mutating func add(_ trial: CompletedTrial, sound: Int, day: Int) {
    switch trial {
    case .matching(let trial) where !trial.exercise.isChord:
      addMatching(trial.offsetCents, day: day)
    case .comparison(let trial) where !trial.exercise.isChord:
      var answer = trial.answer
      answer.question.sound = sound
      add(answer, day: day)
    default:
      practice.add(day: day)
      chords.add(trial, sound: sound, day: day)
    }
  }

  /// Adds a trial that does not count for results.
  package mutating func addPractice(day: Int) { practice.add(day: day) }

  /// Adds the error of a matching, which does not change thresholds.
  package mutating func addMatching(_ cents: Double, day: Int) {
    practice.add(day: day)
    matchings.add(cents, day: day)
  }

  /// Adds a comparison whose sound has an index of ``sounds``.
  package mutating func add(_ answer: ComparisonResponse, day: Int) {
    practice.add(day: day)
    comparisonCount += 1
    intervalCounts[answer.question.interval.semitones + 12] += 1
    soundCounts[min(max(answer.question.sound, 0), 7)] += 1
    keyCounts[min(max(Int(answer.question.noteNumber.rounded()), 0), 127)] += 1
    profile.beginDay(day)
    profile.record(answer)
    kazez.record(answer)
  }
}
