/// A statistic of a gate with its limits.
package struct GateFigure: Equatable, Sendable {
  /// The number of the gate: 1 is G1.
  package var gate: Int
  /// The name of the statistic.
  package var name: String
  /// The measured value.
  package var value: Double
  /// The minimum, if any.
  package var atLeast: Double?
  /// The maximum, if any.
  package var atMost: Double?

  /// Creates a statistic.
  package init(
    gate: Int, name: String, value: Double, atLeast: Double? = nil, atMost: Double? = nil
  ) {
    self.gate = gate
    self.name = name
    self.value = value
    self.atLeast = atLeast
    self.atMost = atMost
  }

  /// Whether the value is finite and within the limits.
  package var passes: Bool {
    guard value.isFinite else { return false }
    return value >= (atLeast ?? value) && value <= (atMost ?? value)
  }
}
