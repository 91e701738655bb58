/// A normal distribution of an estimated value.
public struct GaussianBelief: Equatable, Sendable {
  /// The expected value.
  public var mean: Double
  /// The variance, greater than 0.
  public var variance: Double

  package init(mean: Double, variance: Double) {
    self.mean = mean
    self.variance = variance
  }

  /// The estimate for a log threshold: the mean ± 1.96 standard deviations.
  public var estimate: ThresholdEstimate {
    let reach = 1.959963984540054 * variance.squareRoot()
    return ThresholdEstimate(
      logarithm: mean, band: Natural.exp(mean - reach)...Natural.exp(mean + reach))
  }
}
