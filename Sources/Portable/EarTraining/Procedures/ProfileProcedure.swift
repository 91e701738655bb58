/// The adaptive procedure: selects offsets by the success that a ``SkillProfile`` predicts for the
/// pitch, interval and sound of a question.
public struct ProfileProcedure: ComparisonProcedure {
  /// The estimated thresholds of the listener.
  public private(set) var profile = SkillProfile()
  /// The mean threshold of all pitches at the end of each day.
  public private(set) var history = LevelHistory()
  private var rule = OffsetSelectionRule()

  /// Creates a procedure for an unknown listener.
  public init() {}

  /// Begins a day.
  public mutating func beginDay(_ day: Int) {
    guard let elapsed = history.daysUntil(day) else { return }
    let days = Double(min(elapsed, ListenerModel.longestDriftDays))
    profile.drift(variance: days * ListenerModel.dailyDrift * ListenerModel.dailyDrift)
    history.beginDay(day, level: profile.level)
    rule.beginDay()
  }

  /// Returns the offset of the next target in cents.
  public mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double {
    let success = rule.success(random: &random)
    return direction.sign
      * profile.prediction.magnitudeCents(
        success: success, direction: direction, logThreshold: profile.belief(for: question).mean)
  }

  /// Learns from a response.
  public mutating func record(_ answer: ComparisonResponse) {
    profile.update(answer)
    history.update(level: profile.level)
  }

  /// Returns the estimated threshold for a question.
  public func threshold(for question: TrialQuestion) -> ThresholdEstimate {
    profile.belief(for: question).estimate
  }
}
