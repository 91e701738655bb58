/// Our procedure over pitch, interval and sound: placement by the success a ``SkillProfile`` predicts
/// for just this question.
public struct ProfileProcedure: ComparisonProcedure {
  /// What is known about the listener.
  public private(set) var profile = SkillProfile()
  /// The level of all pitches at the end of each day.
  public private(set) var history = LevelHistory()
  private var rule = OffsetSelectionRule()

  /// A procedure that knows nothing yet.
  public init() {}

  /// Begins a day: see ``ComparisonProcedure/beginDay(_:)``.
  public mutating func beginDay(_ day: Int) {
    guard let elapsed = history.daysUntil(day) else { return }
    let days = Double(min(elapsed, ListenerModel.longestDriftDays))
    profile.drift(variance: days * ListenerModel.dailyDrift * ListenerModel.dailyDrift)
    history.beginDay(day, level: profile.level)
    rule.beginDay()
  }

  /// The next offset: see ``ComparisonProcedure``.
  public mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
  ) -> Double {
    let success = rule.success(random: &random)
    return direction.sign
      * profile.prediction.magnitudeCents(
        success: success, direction: direction, logThreshold: profile.belief(for: question).mean)
  }

  /// Learns from an answer: see ``ComparisonProcedure/record(_:)``.
  public mutating func record(_ answer: ComparisonResponse) {
    profile.update(answer)
    history.update(level: profile.level)
  }

  /// What is known: see ``ComparisonProcedure/threshold(for:)``.
  public func threshold(for question: Question) -> ThresholdEstimate {
    profile.belief(for: question).estimate
  }
}
