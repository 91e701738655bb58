public import PeachMusicUnits

/// The notes that sound while a note is tuned.
public enum MatchingForm: UInt8, Hashable, Sendable, CaseIterable {
  /// None: the reference has ended.
  case melodic
  /// The reference goes on.
  case drone
  /// The reference and the pure fifth above it go on. The target is the third between them.
  case triad
}

/// A matching, in progress or completed. It has no time, because a session has no clock.
public struct MatchingTrial: Hashable, Sendable {
  /// The question.
  public var question: TrialQuestion
  /// The tuning of the nominal interval.
  public var tuning: Tuning
  /// The note that does not change.
  public var reference: TrialNote
  /// The notes that sound with the target.
  public var form: MatchingForm
  /// The offset of the target when it started, in cents.
  public var startOffsetCents: Double
  /// The offset of the target in cents; 0 is an exact match.
  public var offsetCents: Double
  /// The number of times that the notes were played again.
  public var replays: Int
  /// The time from the first change to the end, in seconds.
  public var responseSeconds: Double

  /// Creates a matching.
  public init(
    question: TrialQuestion, tuning: Tuning, reference: TrialNote,
    form: MatchingForm = .melodic, startOffsetCents: Double, offsetCents: Double, replays: Int = 0,
    responseSeconds: Double = 0
  ) {
    self.question = question
    self.tuning = tuning
    self.reference = reference
    self.form = form
    self.startOffsetCents = startOffsetCents
    self.offsetCents = offsetCents
    self.replays = replays
    self.responseSeconds = responseSeconds
  }

  /// The note that the user tunes, at its current offset.
  public var target: TrialNote {
    TrialNote(
      frequency: tuning.target(
        reference: reference.frequency, interval: question.interval, offset: Cents(offsetCents)))
  }

  /// The exercise.
  public var exercise: TrainingExercise {
    switch form {
    case .melodic: .matching
    case .drone: .drone
    case .triad: .triad
    }
  }

  /// The notes that sound until the trial is over; none unless there is a drone.
  public var drone: [TrialNote] {
    var notes = [TrialNote(frequency: reference.frequency)]
    switch form {
    case .melodic: return []
    case .drone: break
    case .triad:
      notes.append(TrialNote(frequency: .hertz(reference.frequency.hertz * 1.5)))
    }
    return notes
  }

  /// The beats per second of the common partials of reference and target; `nil` if they are none.
  public var beatRate: Frequency? {
    PureInterval(question.interval, in: tuning)?
      .beatRate(reference: reference.frequency, offset: Cents(offsetCents))
  }
}
