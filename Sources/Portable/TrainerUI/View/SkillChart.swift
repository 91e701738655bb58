package import PeachEarTraining
import PeachMusicUnits

/// A text chart of thresholds with their credible intervals, on a logarithmic scale in cents.
///
/// ```
///  20 ┤░░
///  10 ┤░●░░
///   5 ┤  ●●░
/// ```
package struct SkillChart: Sendable {
  /// The estimates from left to right; `nil` is a gap.
  package var estimates: [ThresholdEstimate?]
  /// Whether each estimate is based on trials of its key.
  package var isTried: [Bool]
  private static var height: Int { 12 }

  package init(estimates: [ThresholdEstimate?], isTried: [Bool]) {
    (self.estimates, self.isTried) = (estimates, isTried)
  }

  /// The labels of the scale, in cents.
  package static var marks: [Double] { [0.5, 1, 2, 5, 10, 20, 50, 100, 200] }

  /// The range of the chart in cents, between labels.
  package var range: ClosedRange<Double> {
    var (low, high) = (100.0, 1.0)
    for case let estimate? in estimates {
      low = min(low, estimate.band?.lowerBound ?? estimate.cents)
      high = max(high, estimate.band?.upperBound ?? estimate.cents)
    }
    let below = Self.marks.last { $0 <= low } ?? 0.5
    let above = Self.marks.first { $0 >= high } ?? 200
    return below < above ? below...above : below...(below * 4)
  }

  /// The lines from the top: `●` an estimate with trials, `○` without, `░` the credible interval.
  package var lines: [String] {
    let range = range
    return (0..<Self.height).map { row in
      var text = Self.label(row: row, range)
      for (estimate, isTried) in zip(estimates, isTried) {
        guard let estimate else {
          text += " "
          continue
        }
        let top = Self.row(estimate.band?.upperBound ?? estimate.cents, range)
        let bottom = Self.row(estimate.band?.lowerBound ?? estimate.cents, range)
        let isInBand = (top...max(top, bottom)).contains(row)
        let isMiddle = row == Self.row(estimate.cents, range)
        text += isMiddle ? (isTried ? "●" : "○") : isInBand ? "░" : " "
      }
      return text
    }
  }

  /// Returns the vertical position of a value, 0 at the top and 1 at the bottom.
  package static func position(of cents: Double, in range: ClosedRange<Double>) -> Double {
    let (low, high) = (Exponential.log2(range.lowerBound), Exponential.log2(range.upperBound))
    return min(max((high - Exponential.log2(cents)) / (high - low), 0), 1)
  }

  private static func row(_ cents: Double, _ range: ClosedRange<Double>) -> Int {
    Int((position(of: cents, in: range) * Double(Self.height - 1)).rounded())
  }

  private static func label(row: Int, _ range: ClosedRange<Double>) -> String {
    for mark in marks where range.contains(mark) && Self.row(mark, range) == row {
      let text = mark < 1 ? "0.5" : "\(Int(mark))"
      return String(repeating: " ", count: max(4 - text.utf8.count, 0)) + text + " ┤"
    }
    return "     │"
  }
}
