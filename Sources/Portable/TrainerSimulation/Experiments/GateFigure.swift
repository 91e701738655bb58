/// A figure that a gate demands, with the limits it must keep.
public struct GateFigure: Equatable, Sendable {
  /// The gate's number: 1 is G1.
  public var gate: Int
  /// What it is, in words.
  public var name: String
  /// What was measured.
  public var value: Double
  /// What it must not be below, where there is such a limit.
  public var atLeast: Double?
  /// What it must not be above, where there is such a limit.
  public var atMost: Double?

  /// A figure and its limits.
  public init(
    gate: Int, name: String, value: Double, atLeast: Double? = nil, atMost: Double? = nil
  ) {
    self.gate = gate
    self.name = name
    self.value = value
    self.atLeast = atLeast
    self.atMost = atMost
  }

  /// True where the value is a number within the limits.
  public var passes: Bool {
    guard value.isFinite else { return false }
    return value >= (atLeast ?? value) && value <= (atMost ?? value)
  }
}
