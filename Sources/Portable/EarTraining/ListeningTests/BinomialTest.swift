/// The exact binomial test against a probability of 1/2, and its power.
///
/// A test that finds nothing is evidence only if it would have found something: 16 trials at the 5
/// % level overlook a listener who is right in 60 % of all trials with a probability of 83 %
/// (Leventhal, "Type 1 and type 2 errors in the statistical analysis of listening tests", 1986).
package struct BinomialTest: Equatable, Sendable {
  /// The alternatives to a probability of 1/2.
  package enum Alternative: UInt8, Hashable, Sendable {
    /// More successes than by guessing.
    case greater
    /// More or fewer.
    case different
  }

  package var alternative: Alternative
  /// The greatest p-value that counts as a result.
  package var significance: Double

  package init(_ alternative: Alternative, significance: Double = 0.05) {
    self.alternative = alternative
    self.significance = significance
  }

  /// Returns the probability of a result at least as extreme by guessing; 1 without trials.
  package func pValue(successes: Int, of count: Int) -> Double {
    let guessing = BinomialDistribution(count: count)
    switch alternative {
    case .greater: return guessing.atLeast(successes)
    // The distribution is symmetric, so that both tails are equal.
    case .different: return min(2 * guessing.atLeast(max(successes, count - successes)), 1)
    }
  }

  /// Returns the least number of successes above half that is significant; `count + 1` if none is.
  package func criticalCount(of count: Int) -> Int {
    var critical = count / 2 + 1
    while critical <= count && pValue(successes: critical, of: count) > significance {
      critical += 1
    }
    return critical
  }

  /// Returns the probability of a significant result if a success has the probability `proportion`.
  package func power(proportion: Double, count: Int) -> Double {
    power(proportion: proportion, count: count, critical: criticalCount(of: count))
  }

  private func power(proportion: Double, count: Int, critical: Int) -> Double {
    let distribution = BinomialDistribution(count: count, probability: proportion)
    let above = distribution.atLeast(critical)
    return alternative == .greater ? above : above + distribution.atMost(count - critical)
  }

  /// Returns the least number of trials whose power is at least `power`; `nil` if more than 5000
  /// are needed. The power of an exact test is not monotonic: a few more trials may have a little
  /// less.
  package func neededCount(proportion: Double, power: Double = 0.8) -> Int? {
    var critical = 1
    for count in 1...5000 {
      // One more trial raises the critical number by 0 or 1.
      while critical <= count && pValue(successes: critical, of: count) > significance {
        critical += 1
      }
      if critical <= count,
        self.power(proportion: proportion, count: count, critical: critical) >= power
      {
        return count
      }
    }
    return nil
  }
}
