import PeachMusicUnits

/// A panel of an SVG chart with curves of cents over seconds.
package struct CurvePanel {
  private let title: String
  private let curves: [(seconds: [Double], cents: [Double], color: String)]

  package static let width = 860.0
  package static let height = 210.0
  package static let left = 52.0
  private static let right = 16.0

  package init(
    title: String, curves: [(seconds: [Double], cents: [Double], color: String)]
  ) {
    self.title = title
    self.curves = curves
  }

  /// Returns the elements of the panel.
  package func lines(top: Double) -> [String] {
    let last = curves.flatMap { $0.seconds }.max() ?? 1
    let limit = Self.limit(curves.flatMap { $0.cents }.map { abs($0) }.max() ?? 1)
    let (upper, lower) = (top + 28, top + Self.height - 24)
    func x(_ seconds: Double) -> Double {
      Self.left + seconds / last * (Self.width - Self.left - Self.right)
    }
    func y(_ cents: Double) -> Double {
      (upper + lower) / 2 - min(max(cents, -limit), limit) / limit * (lower - upper) / 2
    }
    var lines = [SVG.label(Self.left, top + 20, title)]
    lines += SVG.centsGrid(
      from: Self.left, to: Self.width - Self.right, limit: limit, y: y)
    let interval = [0.25, 0.5, 1, 2, 5].first { last / $0 <= 12 } ?? 10
    for seconds in stride(from: 0, through: last, by: interval) {
      lines.append(SVG.line(x(seconds), upper, x(seconds), lower, "#eee"))
      lines.append(
        SVG.label(x(seconds), lower + 16, "\(seconds.decimals(2)) s", anchor: "middle"))
    }
    return lines
      + curves.map { curve in
        SVG.path(zip(curve.seconds, curve.cents).map { (x($0), y($1)) }, curve.color)
      }
  }

  /// Returns a round value of at least `cents`.
  private static func limit(_ cents: Double) -> Double {
    [0.2, 0.5, 1, 2, 4, 6, 10, 20, 30, 40, 60].first { $0 >= cents } ?? 100
  }
}
