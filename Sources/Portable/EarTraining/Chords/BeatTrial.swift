public import PeachMusicUnits

/// A trial of counting beats, in progress or completed: the listener taps along with the beats of a
/// detuned interval.
public struct BeatTrial: Hashable, Sendable {
  /// The question.
  public var question: TrialQuestion
  /// The tuning of the nominal interval.
  public var tuning: Tuning
  /// The note that is not detuned.
  public var reference: TrialNote
  /// The offset of the other note from its nominal pitch, in cents.
  public var offsetCents: Double
  /// The number of taps.
  public var tapCount: Int
  /// The taps per second; 0 without a result.
  public var tappedRate: Frequency
  /// The number of times that the notes were played again.
  public var replays: Int
  /// The time from the first to the last tap, in seconds.
  public var responseSeconds: Double

  /// Creates a trial.
  public init(
    question: TrialQuestion, tuning: Tuning, reference: TrialNote, offsetCents: Double,
    tapCount: Int = 0, tappedRate: Frequency = .hertz(0), replays: Int = 0,
    responseSeconds: Double = 0
  ) {
    self.question = question
    self.tuning = tuning
    self.reference = reference
    self.offsetCents = offsetCents
    self.tapCount = tapCount
    self.tappedRate = tappedRate
    self.replays = replays
    self.responseSeconds = responseSeconds
  }

  /// The detuned note.
  public var target: TrialNote {
    var target = reference
    target.frequency = tuning.target(
      reference: reference.frequency, interval: question.interval, offset: Cents(offsetCents))
    return target
  }

  /// Both notes, which sound together.
  public var timedNotes: [TimedTrialNote] {
    [
      TimedTrialNote(reference),
      TimedTrialNote(target, sampleNote: question.interval == .unison ? reference : nil),
    ]
  }

  /// The beats per second; 0 if the interval is not a ``PureInterval``.
  public var beatRate: Frequency {
    PureInterval(question.interval, in: tuning)?
      .beatRate(reference: reference.frequency, offset: Cents(offsetCents)) ?? .hertz(0)
  }

  /// The deviation of the taps from the beats in percent; positive if they are too fast.
  public var errorPercent: Double {
    let rate = beatRate.hertz
    return rate > 0 ? 100 * (tappedRate.hertz / rate - 1) : 0
  }
}
