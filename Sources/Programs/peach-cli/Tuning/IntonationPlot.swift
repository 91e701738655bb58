import Peach
import PeachPlots

/// An SVG plot of the errors of presets by key, before and after correction, in a panel each.
struct IntonationPlot {
  private let tuned: RetunedBank
  private let title: String

  private static let width = 860.0
  private static let panel = 210.0
  private static let left = 52.0
  private static let right = 16.0
  private static let head = 46.0

  init(_ tuned: RetunedBank, title: String) {
    self.tuned = tuned
    self.title = FileAccess.fileName(of: title)
  }

  var svg: String {
    let shown = tuned.presets.filter { !$0.intonation.notes.isEmpty }
    let height = Self.head + Self.panel * Double(shown.count) + 24
    var lines = [
      SVG.label(Self.left, 20, "\(title): cents above each key", size: 15),
      SVG.dot(Self.left + 5, 36, "#d2603a"), SVG.label(Self.left + 14, 40, "before"),
      SVG.dot(Self.left + 75, 36, "#2b6cb0"), SVG.label(Self.left + 84, 40, "after"),
    ]
    for (index, entry) in shown.enumerated() {
      lines += panel(entry, top: Self.head + Self.panel * Double(index))
    }
    return SVG.document(width: Self.width, height: height, lines)
  }

  private func panel(_ entry: RetunedBank.Entry, top: Double) -> [String] {
    let notes = entry.intonation.notes
    let keys = notes.map { Double($0.key) }
    let (first, last) = ((keys.min() ?? 0) - 1, (keys.max() ?? 127) + 1)
    // An error of more than a semitone is a wrong key. It would compress the scale.
    let worst = notes.map { max(abs($0.beforeCents), abs($0.afterCents)) }.filter { $0 < 100 }.max()
    let limit = Self.limit(worst ?? 0)
    let (upper, lower) = (top + 28, top + Self.panel - 24)
    func x(_ key: Double) -> Double {
      Self.left + (key - first) / (last - first) * (Self.width - Self.left - Self.right)
    }
    func y(_ cents: Double) -> Double {
      (upper + lower) / 2 - min(max(cents, -limit), limit) / limit * (lower - upper) / 2
    }
    let preset = entry.preset
    let title = "\(preset.bank):\(preset.program) \(preset.name) (\(entry.intonation.badge))"
    var lines = [SVG.label(Self.left, top + 20, title)]
    lines += SVG.centsGrid(
      from: Self.left, to: Self.width - Self.right, limit: limit, y: y)
    for key in stride(from: 0.0, through: 127, by: 12) where key >= first && key <= last {
      lines.append(SVG.line(x(key), upper, x(key), lower, "#eee"))
      lines.append(SVG.label(x(key), lower + 16, SVG.text(key), anchor: "middle"))
    }
    lines += notes.map { SVG.dot(x(Double($0.key)), y($0.beforeCents), "#d2603a") }
    lines += notes.map { SVG.dot(x(Double($0.key)), y($0.afterCents), "#2b6cb0") }
    return lines
  }

  /// Returns a round value of at least `cents`.
  private static func limit(_ cents: Double) -> Double {
    [1, 2, 4, 6, 10, 20, 30, 40, 60].first { $0 >= cents } ?? 100
  }
}
