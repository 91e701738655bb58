/// An estimated threshold with its credible interval.
public struct ThresholdEstimate: Equatable, Sendable {
  /// The expected natural logarithm of the threshold in cents.
  public var logarithm: Double
  /// The 95 % credible interval in cents, or `nil` if the procedure has none.
  public var band: ClosedRange<Double>?

  /// Creates an estimate.
  public init(logarithm: Double, band: ClosedRange<Double>? = nil) {
    self.logarithm = logarithm
    self.band = band
  }

  /// The threshold in cents.
  public var cents: Double { Natural.exp(logarithm) }
}
