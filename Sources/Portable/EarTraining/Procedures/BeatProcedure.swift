public import PeachMusicUnits

/// The adaptive procedure for beats: a detuned interval is recognized by the beats that fit into
/// its duration. A ``ProfileProcedure`` estimates thresholds in beats, and this one converts them
/// to cents for the pitch, the interval and the duration of a question. Offsets are 0.05 to 50
/// cents.
///
/// The listener's threshold in beats depends much less on pitch and interval than that in cents: a
/// third of 2 s on C4 has 1.5 beats per cent, a fifth on C2 a tenth of that.
public struct BeatProcedure: ComparisonProcedure {
  /// The thresholds in units of 1/22 beat, so that the mean of the population, 11 units, is half a
  /// beat.
  package private(set) var profile = ProfileProcedure()
  /// The duration of an interval in seconds.
  public var noteSeconds = 2.0
  /// The frequency of A4, key 69.
  public var referencePitch = FrequencyCalculation.concertPitch
  /// The tuning of pure intervals, a just one.
  public var tuning = Tuning.just()

  package static var unitsPerBeat: Double { 22 }
  /// The range of offset magnitudes, in cents.
  package static var offsets: ClosedRange<Double> { 0.05...50 }

  /// Creates a procedure for an unknown listener.
  public init() {}

  /// Begins a day.
  public mutating func beginDay(_ day: Int) { profile.beginDay(day) }

  /// Returns the offset of the next target in cents.
  public mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double {
    let units = profile.offsetCents(for: question, direction: direction, random: &random)
    let cents = units.magnitude / unitsPerCent(question)
    let range = Self.offsets
    return direction.sign * min(max(cents, range.lowerBound), range.upperBound)
  }

  /// Learns from a response to an interval with ``noteSeconds`` and ``referencePitch``.
  public mutating func record(_ answer: ComparisonResponse) {
    profile.record(scaled(answer, by: unitsPerCent(answer.question)))
  }

  /// Learns from a trial, whatever its duration and pitch.
  public mutating func record(_ trial: ComparisonTrial) {
    let interval = trial.answer.question.interval
    guard let pure = PureInterval(interval, in: trial.tuning) else { return }
    let scale = Self.unitsPerCent(
      pure, trial.reference.frequency, seconds: trial.reference.durationSeconds ?? noteSeconds)
    profile.record(scaled(trial.answer, by: scale))
  }

  /// Returns the estimated threshold for a question, in cents.
  public func threshold(for question: TrialQuestion) -> ThresholdEstimate {
    profile.threshold(for: question).scaled(by: 1 / unitsPerCent(question))
  }

  /// Returns the estimated threshold for a question, as a number of beats during an interval.
  public func beats(for question: TrialQuestion) -> ThresholdEstimate {
    profile.threshold(for: question).scaled(by: 1 / Self.unitsPerBeat)
  }

  /// The mean threshold of all pitches, as a number of beats.
  public var level: ThresholdEstimate {
    profile.profile.level.estimate.scaled(by: 1 / Self.unitsPerBeat)
  }

  private func scaled(_ answer: ComparisonResponse, by scale: Double) -> ComparisonResponse {
    var answer = answer
    answer.offsetCents *= scale
    return answer
  }

  /// Returns the units during an interval that is off by a cent.
  package func unitsPerCent(_ question: TrialQuestion) -> Double {
    let reference = FrequencyCalculation.frequency(
      noteNumber: question.noteNumber, referencePitch: referencePitch)
    // Other intervals have no beats to count: those of a fifth keep thresholds finite.
    let interval =
      PureInterval(question.interval, in: tuning) ?? PureInterval(.fifth, in: .just())
    return interval.map { Self.unitsPerCent($0, reference, seconds: noteSeconds) } ?? 1
  }

  /// Returns the units during an interval that is off by a cent.
  private static func unitsPerCent(
    _ interval: PureInterval, _ reference: Frequency, seconds: Double
  ) -> Double {
    let rate = interval.beatRate(reference: reference, offset: Cents(1)).hertz
    return max(rate * seconds, 1e-6) * unitsPerBeat
  }
}

extension ThresholdEstimate {
  /// Returns the estimate in another unit.
  func scaled(by scale: Double) -> ThresholdEstimate {
    ThresholdEstimate(
      logarithm: logarithm + Natural.log(scale),
      band: band.map { $0.lowerBound * scale...$0.upperBound * scale })
  }
}
