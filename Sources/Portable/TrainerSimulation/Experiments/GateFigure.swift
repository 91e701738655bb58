/// A statistic of a gate with its limits.
public struct GateFigure: Equatable, Sendable {
  /// The number of the gate: 1 is G1.
  public var gate: Int
  /// The name of the statistic.
  public var name: String
  /// The measured value.
  public var value: Double
  /// The minimum, if any.
  public var atLeast: Double?
  /// The maximum, if any.
  public var atMost: Double?

  /// Creates a statistic.
  public init(
    gate: Int, name: String, value: Double, atLeast: Double? = nil, atMost: Double? = nil
  ) {
    self.gate = gate
    self.name = name
    self.value = value
    self.atLeast = atLeast
    self.atMost = atMost
  }

  /// Whether the value is finite and within the limits.
  public var passes: Bool {
    guard value.isFinite else { return false }
    return value >= (atLeast ?? value) && value <= (atMost ?? value)
  }
}
