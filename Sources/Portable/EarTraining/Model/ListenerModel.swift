/// The psychometric function, the probability that a target is heard as higher:
/// P("higher") = λ/2 + (1 − λ)·Φ(0.6745·(x/T − b)). `x` is the target's offset in cents, T the
/// threshold in cents (75 % correct without bias and lapses), b the bias in units of T, λ the lapse
/// rate. Sensitivity is proportional to the frequency difference (Dai and Micheyl 2011), so the
/// slope is fixed.
package enum ListenerModel {
  /// The upper quartile of the standard normal distribution.
  package static var quartile: Double { 0.674489750196081743 }
  package static var lapses: [Double] { [0, 0.02, 0.04, 0.08] }
  /// The prior of ``lapses``. It favors low rates, because listeners pay attention, and because
  /// overestimated lapses cause underestimated thresholds.
  package static var lapseWeights: [Double] { [0.30, 0.37, 0.25, 0.08] }
  /// The standard deviation of the bias, in units of the threshold.
  package static var biasDeviation: Double { 0.5 }
  /// The mean of the log threshold in the population: 11 cents.
  package static var populationMean: Double { 2.39789527279837 }
  /// The standard deviation of the log threshold in the population.
  package static var populationDeviation: Double { 1 }
  /// The standard deviation of the daily change of the log threshold.
  package static var dailyDrift: Double { 0.12 }
  /// The number of days after which drift stops.
  package static var longestDriftDays: Int { 60 }
  /// The range of offset magnitudes, in cents.
  package static var offsets: ClosedRange<Double> { 0.1...100 }

  /// Returns Φ(0.6745·(x/T − b)), the probability of "higher" without lapses.
  package static func higher(ratio: Double, bias: Double) -> Double {
    NormalDistribution.cumulative(quartile * (ratio - bias))
  }

  /// Returns the biases of the grid, evenly spaced, with their prior.
  package static func biases(spread: Double, count: Int) -> (values: [Double], weights: [Double]) {
    let values = (0..<count).map { spread * (2 * Double($0) / Double(count - 1) - 1) }
    let weights = values.map { value in
      let deviations = value / biasDeviation
      return Natural.exp(-0.5 * deviations * deviations)
    }
    let sum = weights.reduce(0, +)
    return (values, weights.map { $0 / sum })
  }
}
