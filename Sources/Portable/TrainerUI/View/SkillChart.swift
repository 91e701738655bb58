public import PeachEarTraining
import PeachMusicUnits

/// A curve of thresholds with its band as text: places along x, cents on a logarithmic scale along y.
///
/// ```
///  20 ┤░░
///  10 ┤░●░░
///   5 ┤  ●●░
/// ```
public struct SkillChart: Sendable {
  /// What stands at a place; nil where there is nothing, and the curve is broken.
  public var places: [ThresholdEstimate?]
  /// The places where something was tried.
  public var isTried: [Bool]
  /// Lines of the curve, without what stands below.
  public var height = 12

  /// A chart of places from left to right.
  public init(places: [ThresholdEstimate?], isTried: [Bool]) {
    self.places = places
    self.isTried = isTried
  }

  /// The marks of the scale, in cents.
  public static var marks: [Double] { [0.5, 1, 2, 5, 10, 20, 50, 100, 200] }

  /// The cents that the chart reaches from and to: marks around all that is shown.
  public var range: ClosedRange<Double> {
    var (low, high) = (100.0, 1.0)
    for place in places {
      guard let place else { continue }
      low = min(low, place.band?.lowerBound ?? place.cents)
      high = max(high, place.band?.upperBound ?? place.cents)
    }
    let below = Self.marks.last { $0 <= low } ?? 0.5
    let above = Self.marks.first { $0 >= high } ?? 200
    return below < above ? below...above : below...(below * 4)
  }

  /// The lines from the top: `●` the estimate where something was tried, `○` elsewhere, `░` its band.
  public var lines: [String] {
    let range = range
    var lines: [String] = []
    for row in 0..<height {
      var text = Self.label(row: row, range, height)
      for (index, place) in places.enumerated() {
        guard let place else {
          text += " "
          continue
        }
        let middle = Self.row(place.cents, range, height)
        let top = Self.row(place.band?.upperBound ?? place.cents, range, height)
        let bottom = Self.row(place.band?.lowerBound ?? place.cents, range, height)
        let mark = isTried.indices.contains(index) && isTried[index] ? "●" : "○"
        text += row == middle ? mark : (top...max(top, bottom)).contains(row) ? "░" : " "
      }
      lines.append(text)
    }
    return lines
  }

  /// Where cents lie, 0 at the top and 1 at the bottom.
  public static func place(_ cents: Double, in range: ClosedRange<Double>) -> Double {
    let (low, high) = (Exponential.log2(range.lowerBound), Exponential.log2(range.upperBound))
    return min(max((high - Exponential.log2(cents)) / (high - low), 0), 1)
  }

  private static func row(_ cents: Double, _ range: ClosedRange<Double>, _ height: Int) -> Int {
    Int((place(cents, in: range) * Double(height - 1)).rounded())
  }

  private static func label(row: Int, _ range: ClosedRange<Double>, _ height: Int) -> String {
    for mark in marks where range.contains(mark) && Self.row(mark, range, height) == row {
      let text = mark < 1 ? "0.5" : "\(Int(mark))"
      return String(repeating: " ", count: max(4 - text.utf8.count, 0)) + text + " ┤"
    }
    return "     │"
  }
}
