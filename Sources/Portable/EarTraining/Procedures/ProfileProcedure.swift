/// Our procedure over pitch, interval and sound: placement by the success a ``SkillProfile`` predicts
/// for just this question.
public struct ProfileProcedure: ComparisonProcedure {
  public private(set) var profile = SkillProfile()
  /// The level of all pitches at the end of each day.
  public private(set) var history = LevelHistory()
  private var rule = PlacementRule()

  /// A procedure that knows nothing yet.
  public init() {}

  public mutating func beginDay(_ day: Int) {
    guard let elapsed = history.daysUntil(day) else { return }
    let days = Double(min(elapsed, ListenerModel.longestDriftDays))
    profile.drift(variance: days * ListenerModel.dailyDrift * ListenerModel.dailyDrift)
    history.beginDay(day, level: profile.level)
    rule.beginDay()
  }

  public mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
  ) -> Double {
    let success = rule.success(random: &random)
    return direction.sign * magnitude(for: question, success: success, direction: direction)
  }

  public mutating func record(_ answer: ComparisonAnswer) {
    profile.update(answer)
    history.update(level: profile.level)
  }

  public func threshold(for question: Question) -> ThresholdEstimate {
    profile.belief(for: question).estimate
  }

  /// The offset in cents that is predicted to be heard right with this probability; success grows
  /// with the offset, so the interval that holds it is halved.
  func magnitude(for question: Question, success: Double, direction: Direction) -> Double {
    let belief = profile.belief(for: question)
    var low = Natural.log(ListenerModel.offsets.lowerBound)
    var high = Natural.log(ListenerModel.offsets.upperBound)
    for _ in 0..<12 {
      let middle = 0.5 * (low + high)
      let predicted = profile.nuisance.success(
        belief, offsetCents: direction.sign * Natural.exp(middle))
      if predicted < success { low = middle } else { high = middle }
    }
    let range = ListenerModel.offsets
    return min(max(Natural.exp(0.5 * (low + high)), range.lowerBound), range.upperBound)
  }
}
