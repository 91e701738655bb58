/// How sure the next answer should be right: difficult enough to teach, easy enough to enjoy.
public struct OffsetSelectionRule: Sendable {
  private var trialsToday = 0

  /// The rule at the start of a day.
  public init() {}

  /// A new day begins with three easy trials.
  public mutating func beginDay() { trialsToday = 0 }

  /// The success to aim at, 0…1: 0.92 for the first three trials of a day, 0.95 for one in twenty,
  /// else 0.76–0.88.
  public mutating func success(random: inout RandomSource) -> Double {
    defer { trialsToday += 1 }
    let isEasy = random.index(below: 20) == 0
    let usual = random.between(0.76, 0.88)
    if trialsToday < 3 { return 0.92 }
    return isEasy ? 0.95 : usual
  }
}
