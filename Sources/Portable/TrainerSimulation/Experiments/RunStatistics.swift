public import PeachEarTraining

/// Statistics over the runs of many listeners.
public struct RunStatistics: Sendable {
  private let runs: [ListenerRun]

  /// The statistics of at least one run.
  public init(_ runs: [ListenerRun]) {
    precondition(!runs.isEmpty, "Statistics need a run.")
    self.runs = runs
  }

  /// The root mean square of the errors at a place of every run, counted from 0.
  public func rootMeanSquare(at index: Int) -> Double {
    var sum = 0.0
    for run in runs { sum += run.errors[index] * run.errors[index] }
    return (sum / Double(runs.count)).squareRoot()
  }

  /// The root mean square of all errors of all runs.
  public var rootMeanSquare: Double {
    var sum = 0.0
    var count = 0
    for run in runs {
      for error in run.errors { sum += error * error }
      count += run.errors.count
    }
    return (sum / Double(count)).squareRoot()
  }

  /// The largest mean error from a place on, with its sign.
  public func worstBias(from index: Int) -> Double {
    var worst = 0.0
    for place in index..<runs[0].errors.count {
      var sum = 0.0
      for run in runs { sum += run.errors[place] }
      let mean = sum / Double(runs.count)
      if mean.magnitude > worst.magnitude { worst = mean }
    }
    return worst
  }

  /// The smallest and the largest share of runs whose band held the truth, from a place on.
  public func coverage(from index: Int) -> ClosedRange<Double> {
    var (low, high) = (1.0, 0.0)
    for place in index..<runs[0].isCovered.count {
      let share = Double(runs.count { $0.isCovered[place] }) / Double(runs.count)
      (low, high) = (min(low, share), max(high, share))
    }
    return low...max(low, high)
  }

  /// The share of right answers from trial 21 to 80 of listeners whose threshold is in a range; NaN
  /// where there is none.
  public func rightShare(thresholds: ClosedRange<Double>) -> Double {
    var (right, count) = (0, 0)
    for run in runs where thresholds.contains(run.thresholdCents) {
      for isRight in run.isRight[20..<80] {
        right += isRight ? 1 : 0
        count += 1
      }
    }
    return Double(right) / Double(count)
  }

  /// After how many trials the root mean square of the errors falls to `limit`; nil if never.
  ///
  /// Between two trials the curve is taken as straight: 22.6 is past the 22nd, and before the 23rd.
  public func trials(toError limit: Double) -> Double? {
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

  /// The correlation of the biases with their estimates.
  public var biasCorrelation: Double {
    let count = Double(runs.count)
    var (first, second) = (0.0, 0.0)
    for run in runs { (first, second) = (first + run.bias, second + run.estimatedBias) }
    (first, second) = (first / count, second / count)
    var (product, one, other) = (0.0, 0.0, 0.0)
    for run in runs {
      let (left, right) = (run.bias - first, run.estimatedBias - second)
      product += left * right
      one += left * left
      other += right * right
    }
    return product / (one * other).squareRoot()
  }

  /// The share of all days whose trend has one of the labels.
  public func share(of labels: [Trend.Label]) -> Double {
    var (matching, count) = (0, 0)
    for run in runs {
      matching += run.trends.count { labels.contains($0) }
      count += run.trends.count
    }
    return Double(matching) / Double(count)
  }

  /// The share of runs that were called improving on one of the first `days` days or more.
  public func improvingShare(withinDays days: Int) -> Double {
    let count = runs.count { $0.trends.prefix(days).contains(.improving) }
    return Double(count) / Double(runs.count)
  }
}
