/// A text chart of the errors of matched notes, in cents, with a column for each note.
///
/// ```
///  +10 ┤  ●
///    0 ┼●───
///  −10 ┤ ●
/// ```
package struct ErrorChart: Sendable {
  /// The errors from left to right.
  package var cents: [Double]
  private static var height: Int { 9 }

  package init(cents: [Double]) { self.cents = cents }

  /// Returns the limit of the scale, a round value that no error exceeds.
  package static func limit(of cents: [Double]) -> Double {
    let most = cents.map { $0.magnitude }.max() ?? 0
    return [1, 2, 5, 10, 20, 50, 100].first { $0 >= most } ?? 200
  }

  /// The lines from the top.
  package var lines: [String] {
    let limit = Self.limit(of: cents)
    let middle = Self.height / 2
    return (0..<Self.height).map { row in
      let label =
        switch row {
        case 0: "+\(Int(limit))"
        case middle: "0"
        case Self.height - 1: "−\(Int(limit))"
        default: ""
        }
      let axis = row == middle ? "┼" : label.isEmpty ? "│" : "┤"
      let space = String(repeating: " ", count: 5 - label.unicodeScalars.count)
      let marks = cents.map { cents -> String in
        let position = Int((-cents / limit * Double(middle)).rounded()) + middle
        return position == row ? "●" : row == middle ? "─" : " "
      }
      return space + label + axis + marks.joined()
    }
  }
}
