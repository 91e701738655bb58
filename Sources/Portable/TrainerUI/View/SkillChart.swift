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
  /// Whether each estimate has trials of its own.
  package var isTried: [Bool]
  /// The number of lines.
  package var height = 12

  /// Creates a chart.
  package init(estimates: [ThresholdEstimate?], isTried: [Bool]) {
    self.estimates = estimates
    self.isTried = isTried
  }

  /// The labels of the scale, in cents.
  package static var marks: [Double] { [0.5, 1, 2, 5, 10, 20, 50, 100, 200] }

  /// The range of the chart in cents, between labels.
  package var range: ClosedRange<Double> {
    var (low, high) = (100.0, 1.0)
    for estimate in estimates {
      guard let estimate else { continue }
      low = min(low, estimate.band?.lowerBound ?? estimate.cents)
      high = max(high, estimate.band?.upperBound ?? estimate.cents)
    }
    let below = Self.marks.last { $0 <= low } ?? 0.5
    let above = Self.marks.first { $0 >= high } ?? 200
    return below < above ? below...above : below...(below * 4)
  }

  /// The lines from the top: `●` an estimate with trials, `○` one without, `░` the credible
  /// interval.
  package var lines: [String] {
    let range = range
    var lines: [String] = []
    for row in 0..<height {
      var text = Self.label(row: row, range, height)
      for (index, estimate) in estimates.enumerated() {
        guard let estimate else {
          text += " "
          continue
        }
        let middle = Self.row(estimate.cents, range, height)
        let top = Self.row(estimate.band?.upperBound ?? estimate.cents, range, height)
        let bottom = Self.row(estimate.band?.lowerBound ?? estimate.cents, range, height)
        let mark = isTried.indices.contains(index) && isTried[index] ? "●" : "○"
        text += row == middle ? mark : (top...max(top, bottom)).contains(row) ? "░" : " "
      }
      lines.append(text)
    }
    return lines
  }

  /// Returns the vertical position of a value, 0 at the top and 1 at the bottom.
  package static func position(of cents: Double, in range: ClosedRange<Double>) -> Double {
    let (low, high) = (Exponential.log2(range.lowerBound), Exponential.log2(range.upperBound))
    return min(max((high - Exponential.log2(cents)) / (high - low), 0), 1)
  }

  private static func row(_ cents: Double, _ range: ClosedRange<Double>, _ height: Int) -> Int {
    Int((position(of: cents, in: range) * Double(height - 1)).rounded())
  }

  private static func label(row: Int, _ range: ClosedRange<Double>, _ height: Int) -> String {
    for mark in marks where range.contains(mark) && Self.row(mark, range, height) == row {
      let text = mark < 1 ? "0.5" : "\(Int(mark))"
      return String(repeating: " ", count: max(4 - text.utf8.count, 0)) + text + " ┤"
    }
    return "     │"
  }
}
