#if !hasFeature(Embedded)
  import PeachMusicUnits

  /// A panel of an SVG chart with values over the keys.
  package struct KeyPanel {
    /// Values of one kind.
    package struct Series {
      package var points: [(key: Double, value: Double)]
      package var color: String
      /// Whether values are drawn as crosses instead of dots.
      package var isCrossed = false

      package init(
        points: [(key: Double, value: Double)], color: String, isCrossed: Bool = false
      ) {
        self.points = points
        self.color = color
        self.isCrossed = isCrossed
      }
    }

    private let title: String
    private let series: [Series]

    package static let width = 860.0
    package static let height = 170.0
    private static let left = 52.0
    private static let right = 16.0

    /// - Parameter title: The quantity and its unit.
    package init(title: String, series: [Series]) {
      self.title = title
      self.series = series
    }

    /// Returns a document with panels below each other.
    package static func document(title: String, _ panels: [KeyPanel]) -> String {
      var elements = [SVG.label(left, 22, title, size: 16)]
      for (index, panel) in panels.enumerated() {
        elements += panel.lines(top: 30 + height * Double(index))
      }
      return SVG.document(width: width, height: 40 + height * Double(panels.count), elements)
    }

    private func lines(top: Double) -> [String] {
      let points = series.flatMap { $0.points }
      let keys = points.map { $0.key }
      let first = (keys.min() ?? 21) - 1
      let last = max((keys.max() ?? 108) + 1, first + 12)
      let scale = Self.scale(points.map { $0.value })
      let (upper, lower) = (top + 28, top + Self.height - 22)
      func x(_ key: Double) -> Double {
        Self.left + (key - first) / (last - first) * (Self.width - Self.left - Self.right)
      }
      func y(_ value: Double) -> Double {
        lower - (value - scale.low) / (scale.high - scale.low) * (lower - upper)
      }
      var lines = [SVG.label(Self.left, top + 18, title)]
      for value in stride(from: scale.low, through: scale.high, by: scale.step) {
        lines.append(SVG.line(Self.left, y(value), Self.width - Self.right, y(value), "#ddd"))
        lines.append(SVG.label(Self.left - 6, y(value) + 4, SVG.text(value), anchor: "end"))
      }
      for key in stride(from: 0.0, through: 120, by: 12) where key >= first && key <= last {
        lines.append(SVG.line(x(key), upper, x(key), lower, "#eee"))
        lines.append(
          SVG.label(x(key), lower + 15, "C\(Int(key) / 12 - 1)", anchor: "middle"))
      }
      for series in series {
        for (key, value) in series.points {
          lines += Self.mark(x(key), y(value), series)
        }
      }
      return lines
    }

    private static func mark(_ x: Double, _ y: Double, _ series: Series) -> [String] {
      guard series.isCrossed else { return [SVG.dot(x, y, series.color)] }
      return [
        SVG.line(x - 3, y - 3, x + 3, y + 3, series.color),
        SVG.line(x - 3, y + 3, x + 3, y - 3, series.color),
      ]
    }

    /// Returns round limits around the values, and the distance of lines.
    private static func scale(_ values: [Double]) -> (low: Double, high: Double, step: Double) {
      let (low, high) = (values.min() ?? 0, values.max() ?? 1)
      let steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500]
      let step = steps.first { (high - low) / $0 <= 5 } ?? 1000
      let bottom = (low / step).rounded(.down) * step
      return (bottom, max((high / step).rounded(.up) * step, bottom + step), step)
    }
  }
#endif
