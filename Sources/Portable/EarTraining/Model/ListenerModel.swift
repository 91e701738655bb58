/// How likely somebody hears a target as higher: the model that estimating and simulating share.
///
/// P("higher") = λ/2 + (1 − λ)·Φ(0.6745·(x/T − b)): `x` is the target's offset in cents, T the
/// threshold in cents (75 % right without bias and lapses), b the bias in units of T, λ the share of
/// answers given without listening. Sensitivity grows in proportion to the difference in frequency
/// (Dai and Micheyl 2011), so the slope is fixed.
public enum ListenerModel {
  /// The standard normal number with three quarters below it.
  public static var quartile: Double { 0.674489750196081743 }
  /// The lapse rates that are integrated over.
  public static var lapses: [Double] { [0, 0.02, 0.04, 0.08] }
  /// How likely each of ``lapses`` is before the first trial: who trains means to listen, and what is
  /// taken for lapses makes thresholds seem smaller than they are.
  public static var lapseWeights: [Double] { [0.30, 0.37, 0.25, 0.08] }
  /// The spread of biases, in units of the threshold.
  public static var biasDeviation: Double { 0.5 }
  /// The middle of all people's logarithms of thresholds: 11 cents.
  public static var populationMean: Double { 2.39789527279837 }
  /// The spread of all people's logarithms of thresholds.
  public static var populationDeviation: Double { 1 }
  /// How far a threshold's logarithm wanders from one day to the next.
  public static var dailyDrift: Double { 0.12 }
  /// After so many days without training no more is forgotten.
  public static var longestDriftDays: Int { 60 }
  /// The offsets that are ever played, in cents.
  public static var offsets: ClosedRange<Double> { 0.1...100 }

  /// Φ(0.6745·(x/T − b)): the answer "higher" of somebody who listens, 0…1.
  public static func higher(ratio: Double, bias: Double) -> Double {
    NormalDistribution.cumulative(quartile * (ratio - bias))
  }

  /// The biases integrated over, evenly spaced, with their weights.
  package static func biases(spread: Double, count: Int) -> (values: [Double], weights: [Double]) {
    var values: [Double] = []
    var weights: [Double] = []
    var sum = 0.0
    for index in 0..<count {
      let value = spread * (2 * Double(index) / Double(count - 1) - 1)
      let deviations = value / biasDeviation
      values.append(value)
      weights.append(Natural.exp(-0.5 * deviations * deviations))
      sum += weights[index]
    }
    for index in 0..<count { weights[index] /= sum }
    return (values, weights)
  }
}
