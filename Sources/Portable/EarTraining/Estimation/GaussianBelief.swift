/// A number that is known about: its mean and variance.
public struct GaussianBelief: Equatable, Sendable {
  /// The expected number.
  public var mean: Double
  /// The square of its standard deviation; above zero.
  public var variance: Double

  /// A belief with a mean and a variance above zero.
  public init(mean: Double, variance: Double) {
    self.mean = mean
    self.variance = variance
  }

  /// The mean, and 1.96 standard deviations to each side: 95 %, of a logarithm of cents.
  public var estimate: ThresholdEstimate {
    let reach = 1.959963984540054 * variance.squareRoot()
    return ThresholdEstimate(
      logarithm: mean, band: Natural.exp(mean - reach)...Natural.exp(mean + reach))
  }
}
