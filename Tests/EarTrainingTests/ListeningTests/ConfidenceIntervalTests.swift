import Foundation
import PeachEarTraining
import Testing

@Suite("Confidence intervals of proportions")
struct ConfidenceIntervalTests {
  private func interval(_ successes: Int, _ count: Int) -> ClosedRange<Double> {
    BinomialDistribution.confidenceInterval(successes: successes, of: count)
  }

  @Test("None and all successes have closed forms")
  func closedForms() {
    #expect(interval(0, 0) == 0...1)
    for count in [1, 2, 10, 16, 100, 3000] {
      let limit = pow(0.025, 1 / Double(count))
      #expect(interval(0, count).lowerBound == 0)
      #expect(abs(interval(0, count).upperBound - (1 - limit)) < 1e-12)
      #expect(abs(interval(count, count).lowerBound - limit) < 1e-12)
      #expect(interval(count, count).upperBound == 1)
    }
  }

  // Independent program: scipy 1.17, binomtest(k, n).proportion_ci(0.95, "exact").
  @Test(
    "Limits agree with SciPy's exact method",
    arguments: [
      (14, 16, 0.6165237631507436, 0.9844863961845862),
      (9, 16, 0.2987768990831775, 0.8024658594673275),
      (13, 20, 0.4078114654671718, 0.8460907952154588),
      (1, 10, 0.0025285785444625728, 0.44501611702819543),
      (700, 1000, 0.6705383213026349, 0.7282788878708513),
    ])
  func independent(successes: Int, count: Int, low: Double, high: Double) {
    let interval = interval(successes, count)
    #expect(abs(interval.lowerBound - low) < 1e-9 && abs(interval.upperBound - high) < 1e-9)
  }

  @Test("At least 95 % of all results have an interval that contains the true proportion")
  func coverage() {
    for count in [1, 5, 16, 30] {
      let intervals = (0...count).map { interval($0, count) }
      for step in 0...100 {
        let proportion = Double(step) / 100
        var coverage = 0.0
        var term = pow(1 - proportion, Double(count))
        for successes in 0...count {
          if intervals[successes].contains(proportion) { coverage += term }
          if proportion < 1 {
            term *=
              Double(count - successes) / Double(successes + 1) * proportion
              / (1 - proportion)
          } else {
            term = successes + 1 == count ? 1 : 0
          }
        }
        #expect(coverage >= 0.95 - 1e-9, "\(count) trials, \(proportion)")
      }
    }
  }

  @Test("Limits are symmetric, and rise with the number of successes")
  func order() {
    for count in 1...30 {
      for successes in 0...count {
        let (one, other) = (interval(successes, count), interval(count - successes, count))
        #expect(abs(one.lowerBound + other.upperBound - 1) < 1e-12)
        #expect(one.contains(Double(successes) / Double(count)))
        if successes > 0 {
          let fewer = interval(successes - 1, count)
          #expect(fewer.lowerBound < one.lowerBound && fewer.upperBound < one.upperBound)
        }
      }
    }
  }
}
