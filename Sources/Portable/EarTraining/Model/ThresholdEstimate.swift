/// What is known about a threshold.
///
/// Shown as "6.3 cents, probably 5.1–7.8": ``cents``, and the ends of ``band``.
public struct ThresholdEstimate: Equatable, Sendable {
  /// The expected natural logarithm of the threshold in cents.
  public var logarithm: Double
  /// Where the threshold is with a probability of 95 %, in cents; nil for procedures that cannot say.
  public var band: ClosedRange<Double>?

  /// An estimate with or without its uncertainty.
  public init(logarithm: Double, band: ClosedRange<Double>? = nil) {
    self.logarithm = logarithm
    self.band = band
  }

  /// The threshold in cents.
  public var cents: Double { Natural.exp(logarithm) }
}
