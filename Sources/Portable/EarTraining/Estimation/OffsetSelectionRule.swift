/// The target probability of a correct response: informative, and not frustrating.
package struct OffsetSelectionRule: Sendable {
  private var trialsToday = 0

  package init() {}

  package mutating func beginDay() { trialsToday = 0 }

  /// Returns 0.92 for the first three trials of a day, 0.95 for one in twenty, otherwise 0.76…0.88.
  package mutating func success(random: inout RandomSource) -> Double {
    defer { trialsToday += 1 }
    let isEasy = random.index(below: 20) == 0
    let regular = random.between(0.76, 0.88)
    if trialsToday < 3 { return 0.92 }
    return isEasy ? 0.95 : regular
  }
}
