import Peach

/// A picture of presets' errors against the key, before and after, as SVG: one panel for each.
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
    self.title = title.split(separator: "/").last.map { String($0) } ?? title
  }

  /// The whole document.
  var svg: String {
    let shown = tuned.presets.filter { !$0.intonation.notes.isEmpty }
    let height = Self.head + Self.panel * Double(shown.count) + 24
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.text(Self.width)) "
        + "\(Self.text(height))\" font-family=\"sans-serif\" font-size=\"12\">",
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
      Self.label(Self.left, 20, "\(title): cents above each key", size: 15),
      Self.dot(Self.left + 5, 36, "#d2603a"), Self.label(Self.left + 14, 40, "before"),
      Self.dot(Self.left + 75, 36, "#2b6cb0"), Self.label(Self.left + 84, 40, "after"),
    ]
    for (index, entry) in shown.enumerated() {
      lines += panel(entry, top: Self.head + Self.panel * Double(index))
    }
    return (lines + ["</svg>", ""]).joined(separator: "\n")
  }

  private func panel(_ entry: RetunedBank.Entry, top: Double) -> [String] {
    let notes = entry.intonation.notes
    let keys = notes.map { Double($0.key) }
    let (first, last) = ((keys.min() ?? 0) - 1, (keys.max() ?? 127) + 1)
    // What is beyond a semitone is a wrong key, and would flatten all the rest.
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
    var lines = [
      Self.label(
        Self.left, top + 20,
        "\(preset.bank):\(preset.program) \(preset.name)"
          + " (\(entry.intonation.badge))")
    ]
    for step in -2...2 {
      let cents = limit * Double(step) / 2
      lines.append(
        Self.line(
          Self.left, y(cents), Self.width - Self.right, y(cents), step == 0 ? "#555" : "#ddd"))
      lines.append(Self.label(Self.left - 6, y(cents) + 4, Self.text(cents), anchor: "end"))
    }
    for key in stride(from: 0.0, through: 127, by: 12) where key >= first && key <= last {
      lines.append(Self.line(x(key), upper, x(key), lower, "#eee"))
      lines.append(Self.label(x(key), lower + 16, Self.text(key), anchor: "middle"))
    }
    lines += notes.map { Self.dot(x(Double($0.key)), y($0.beforeCents), "#d2603a") }
    lines += notes.map { Self.dot(x(Double($0.key)), y($0.afterCents), "#2b6cb0") }
    return lines
  }

  /// A round number not below `cents`.
  private static func limit(_ cents: Double) -> Double {
    [1, 2, 4, 6, 10, 20, 30, 40, 60].first { $0 >= cents } ?? 100
  }

  private static func dot(_ x: Double, _ y: Double, _ colour: String) -> String {
    "<circle cx=\"\(text(x))\" cy=\"\(text(y))\" r=\"2.6\" fill=\"\(colour)\"/>"
  }

  private static func line(
    _ x: Double, _ y: Double, _ toX: Double, _ toY: Double, _ colour: String
  ) -> String {
    "<line x1=\"\(text(x))\" y1=\"\(text(y))\" x2=\"\(text(toX))\" y2=\"\(text(toY))\" "
      + "stroke=\"\(colour)\"/>"
  }

  private static func label(
    _ x: Double, _ y: Double, _ words: String, size: Int = 12, anchor: String = "start"
  ) -> String {
    "<text x=\"\(text(x))\" y=\"\(text(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\">"
      + "\(escaped(words))</text>"
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() ? value.decimals(0) : value.decimals(1)
  }

  /// Names come from files: what is no text of XML 1.0 (§2.2) is left out.
  private static func escaped(_ words: String) -> String {
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\"": result += "&quot;"
      default:
        let isText = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        if isText { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}
