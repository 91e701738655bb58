public import PeachMusicUnits

/// A comparison, in progress or completed. It has no time, because a session has no clock.
public struct ComparisonTrial: Hashable, Sendable {
  /// The question, the target's offset from its nominal pitch, and the direction that was heard.
  public var answer: ComparisonResponse
  /// The tuning of the nominal interval.
  public var tuning: Tuning
  /// The first note.
  public var reference: TrialNote
  /// The second note, at its offset.
  public var target: TrialNote
  /// The way in which the notes sound.
  public var form: ComparisonForm
  /// The time from the end of the reference to the onset of the target, in seconds; with
  /// ``ComparisonForm/purity(detuningCents:)`` that between both intervals.
  public var gapSeconds: Double
  /// The number of times that the notes were played again.
  public var replays: Int
  /// The time from the last onset of the target to the answer, in seconds.
  public var responseSeconds: Double

  /// Creates a comparison. ``Tuning/target(reference:interval:offset:)`` returns the frequency of
  /// its target.
  public init(
    answer: ComparisonResponse, tuning: Tuning, reference: TrialNote, target: TrialNote,
    form: ComparisonForm = .melodic, gapSeconds: Double, replays: Int = 0,
    responseSeconds: Double = 0
  ) {
    self.answer = answer
    self.tuning = tuning
    self.reference = reference
    self.target = target
    self.form = form
    self.gapSeconds = gapSeconds
    self.replays = replays
    self.responseSeconds = responseSeconds
  }

  /// The exercise.
  public var exercise: TrainingExercise {
    switch form {
    case .melodic: .comparison
    case .width: .width
    case .purity: .purity
    }
  }

  /// The offset of the target from its nominal pitch, in cents.
  public var detuningCents: Double {
    if case .purity(let cents) = form { cents } else { answer.offsetCents }
  }

  /// Whether the second of two intervals is the pure one.
  package var isSecondPure: Bool { answer.direction == .higher }

  /// The notes in order, with their times.
  public var timedNotes: [TimedTrialNote] {
    switch form {
    case .melodic:
      return TimedTrialNote.pair(
        reference, target, gapSeconds: gapSeconds,
        isUnison: answer.question.interval == .unison)
    case .width: return interval(target, at: 0)
    case .purity:
      var pure = target
      pure.frequency = tuning.target(
        reference: reference.frequency, interval: answer.question.interval, offset: Cents(0))
      let second = (reference.durationSeconds ?? 1) + gapSeconds
      return isSecondPure
        ? interval(target, at: 0) + interval(pure, at: second)
        : interval(pure, at: 0) + interval(target, at: second)
    }
  }

  /// The index of the note of ``timedNotes`` from whose onset on an answer is accepted.
  package var answerIndex: Int {
    switch form {
    case .melodic: 1
    case .width: 0
    case .purity: 2
    }
  }

  /// Returns both notes at one time. The target has the same sample at any offset, and that of the
  /// reference in a unison.
  private func interval(_ target: TrialNote, at seconds: Double) -> [TimedTrialNote] {
    var nominal = reference
    if answer.question.interval != .unison {
      nominal.frequency = tuning.target(
        reference: reference.frequency, interval: answer.question.interval, offset: Cents(0))
    }
    return [
      TimedTrialNote(reference, at: seconds),
      TimedTrialNote(target, at: seconds, sampleNote: nominal),
    ]
  }

  /// The beats per second of the common partials of both notes; `nil` if they are none.
  public var beatRate: Frequency? {
    PureInterval(answer.question.interval, in: tuning)?
      .beatRate(reference: reference.frequency, offset: Cents(detuningCents))
  }
}
