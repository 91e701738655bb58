package import PeachEarTraining

/// Statistics over the runs of many listeners.
package struct RunStatistics: Sendable {
  private let runs: [ListenerRun]

  /// Creates the statistics of at least one run.
  package init(_ runs: [ListenerRun]) {
    precondition(!runs.isEmpty, "Statistics need a run.")
    self.runs = runs
  }

  /// Returns the root mean square of the errors at an index of all runs.
  package func rootMeanSquare(at index: Int) -> Double {
    Self.rootMeanSquare(runs.map { $0.errors[index] })
  }

  /// The root mean square of all errors of all runs.
  package var rootMeanSquare: Double { Self.rootMeanSquare(runs.flatMap { $0.errors }) }

  private static func rootMeanSquare(_ errors: [Double]) -> Double {
    (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  /// Returns the mean error with the largest magnitude from an index on.
  package func worstBias(from index: Int) -> Double {
    var worst = 0.0
    for trial in index..<runs[0].errors.count {
      let mean = runs.reduce(0) { $0 + $1.errors[trial] } / Double(runs.count)
      if mean.magnitude > worst.magnitude { worst = mean }
    }
    return worst
  }

  /// Returns the minimum and maximum coverage of credible intervals from an index on.
  package func coverage(from index: Int) -> ClosedRange<Double> {
    var (low, high) = (1.0, 0.0)
    for trial in index..<runs[0].isCovered.count {
      let fraction = Double(runs.count { $0.isCovered[trial] }) / Double(runs.count)
      (low, high) = (min(low, fraction), max(high, fraction))
    }
    return low...max(low, high)
  }

  /// Returns the fraction of correct responses in trials 21 to 80 of listeners with thresholds in a
  /// range, or NaN if there are none.
  package func rightShare(thresholds: ClosedRange<Double>) -> Double {
    let isRight = runs.filter { thresholds.contains($0.thresholdCents) }
      .flatMap { $0.isRight[20..<80] }
    return Double(isRight.count { $0 }) / Double(isRight.count)
  }

  /// Returns the number of trials until the root mean square error falls to `limit`, or `nil` if it
  /// never does. Interpolates linearly between trials.
  package func trials(toError limit: Double) -> Double? {
    var before = Double.infinity
    for index in runs[0].errors.indices {
      let error = rootMeanSquare(at: index)
      if error <= limit {
        let isBetween = before > limit && before.isFinite
        return Double(index + 1) - (isBetween ? (limit - error) / (before - error) : 0)
      }
      before = error
    }
    return nil
  }

  package var biasCorrelation: Double {
    let count = Double(runs.count)
    let bias = runs.reduce(0) { $0 + $1.bias } / count
    let estimate = runs.reduce(0) { $0 + $1.estimatedBias } / count
    var (product, one, other) = (0.0, 0.0, 0.0)
    for run in runs {
      let (left, right) = (run.bias - bias, run.estimatedBias - estimate)
      product += left * right
      one += left * left
      other += right * right
    }
    return product / (one * other).squareRoot()
  }

  package func share(of labels: [Trend.Label]) -> Double {
    let trends = runs.flatMap { $0.trends }
    return Double(trends.count { labels.contains($0) }) / Double(trends.count)
  }

  /// Returns the fraction of runs labeled improving on at least one of the first `days` days.
  package func improvingShare(withinDays days: Int) -> Double {
    let count = runs.count { $0.trends.prefix(days).contains(.improving) }
    return Double(count) / Double(runs.count)
  }
}
