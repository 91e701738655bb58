/// The binomial distribution: the number of successes in independent trials.
///
/// Tail probabilities are sums of terms relative to the mode, each of which is the adjacent one
/// times a ratio. They need neither factorials nor logarithms, and are exact to about 1e-13 of
/// their value.
package struct BinomialDistribution: Equatable, Sendable {
  /// The number of trials, at least 0.
  package let count: Int
  /// The probability of a success, 0…1.
  package let probability: Double

  package init(count: Int, probability: Double = 0.5) {
    precondition(count >= 0 && probability >= 0 && probability <= 1, "Not a distribution.")
    self.count = count
    self.probability = probability
  }

  /// Returns the probability of `successes` or more.
  package func atLeast(_ successes: Int) -> Double {
    if successes <= 0 { return 1 }
    if successes > count { return 0 }
    if probability == 0 { return 0 }
    if probability == 1 { return 1 }
    let sums = sums(splitAt: successes)
    return sums.upper / (sums.lower + sums.upper)
  }

  /// Returns the probability of `successes` or fewer.
  package func atMost(_ successes: Int) -> Double {
    if successes < 0 { return 0 }
    if successes >= count { return 1 }
    if probability == 0 { return 1 }
    if probability == 1 { return 0 }
    let sums = sums(splitAt: successes + 1)
    return sums.lower / (sums.lower + sums.upper)
  }

  /// Returns the sums of the terms below `split`, and from it on, in units of the mode's term.
  private func sums(splitAt split: Int) -> (lower: Double, upper: Double) {
    let odds = probability / (1 - probability)
    let mode = min(Int(Double(count + 1) * probability), count)
    var (lower, upper) = (0.0, 0.0)
    func add(_ term: Double, at successes: Int) {
      if successes < split { lower += term } else { upper += term }
    }
    add(1, at: mode)
    var term = 1.0
    var successes = mode
    // Terms decay, so that the loops end early in large distributions.
    while successes < count && term > 0 {
      term *= Double(count - successes) / Double(successes + 1) * odds
      successes += 1
      add(term, at: successes)
    }
    term = 1
    successes = mode
    while successes > 0 && term > 0 {
      term *= Double(successes) / (Double(count - successes + 1) * odds)
      successes -= 1
      add(term, at: successes)
    }
    return (lower, upper)
  }

  /// Returns the exact confidence interval of the probability of a success: the values that neither
  /// one-sided test with half of the error probability rejects (Clopper and Pearson, "The use of
  /// confidence or fiducial limits illustrated in the case of the binomial", 1934). It contains the
  /// true value with at least the stated confidence. 0…1 without trials.
  package static func confidenceInterval(
    successes: Int, of count: Int, confidence: Double = 0.95
  ) -> ClosedRange<Double> {
    precondition(successes >= 0 && successes <= count, "There are more successes than trials.")
    let error = (1 - confidence) / 2
    let low = lowerLimit(successes: successes, of: count, error: error)
    let high = 1 - lowerLimit(successes: count - successes, of: count, error: error)
    return low...max(low, high)
  }

  /// Returns the probability at which `successes` or more have the probability `error`, by
  /// bisection; 0 if `successes` is 0.
  private static func lowerLimit(successes: Int, of count: Int, error: Double) -> Double {
    if successes == 0 { return 0 }
    var (low, high) = (0.0, Double(successes) / Double(count))
    for _ in 0..<60 {
      let middle = 0.5 * (low + high)
      let tail = BinomialDistribution(count: count, probability: middle).atLeast(successes)
      if tail < error { low = middle } else { high = middle }
    }
    return low
  }
}
