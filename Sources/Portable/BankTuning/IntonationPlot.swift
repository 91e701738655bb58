import PeachInstrumentModel
package import PeachIntonation
package import PeachMusicUnits
import PeachPlots

/// An SVG plot of the errors of presets by key, before and after correction, in a panel each.
package struct IntonationPlot {
  private let panels: [IntonationPanel]
  private let title: String

  private static var head: Double { 46 }

  /// Plots the mean pitch of the notes of a corrected bank.
  ///
  /// - Parameter text: Returns the text of a badge.
  package init(_ tuned: RetunedBank, title: String, text: (IntonationBadge) -> String) {
    panels = tuned.presets.filter { !$0.intonation.notes.isEmpty }.map { entry in
      let preset = entry.preset
      return IntonationPanel(
        before: entry.intonation.notes.map { .init($0, after: false) },
        after: entry.intonation.notes.map { .init($0, after: true) },
        title: "\(preset.bank):\(preset.program) \(preset.name) "
          + "(\(text(entry.intonation.badge)))")
    }
    self.title = title
  }

  package var svg: String {
    let height = Self.head + IntonationPanel.height * Double(panels.count) + 24
    let left = IntonationPanel.left
    var lines = [
      SVG.label(left, 20, "\(title): cents above each key", size: 15),
      SVG.ring(left + 5, 36, IntonationPanel.before), SVG.label(left + 14, 40, "before"),
      SVG.dot(left + 75, 36, IntonationPanel.after), SVG.label(left + 84, 40, "after"),
    ]
    for (index, panel) in panels.enumerated() {
      lines += panel.lines(top: Self.head + IntonationPanel.height * Double(index))
    }
    return SVG.document(width: IntonationPanel.width, height: height, lines)
  }
}

/// A panel of an SVG chart with the pitch of notes by key: rings before a change, and dots after
/// it, which therefore hide no ring.
package struct IntonationPanel {
  /// The pitch of a note, in cents above its key.
  package struct Point {
    var key: Double
    var cents: Double

    package init(_ note: PresetIntonation.Note, after: Bool) {
      key = Double(note.key)
      cents = after ? note.afterCents : note.beforeCents
    }
  }

  private let notes: [(points: [Point], color: String)]
  private let title: String

  package static var width: Double { 860 }
  package static var height: Double { 210 }
  package static var left: Double { 52 }
  static var before: String { "#d2603a" }
  static var after: String { "#2b6cb0" }
  private static var right: Double { 16 }

  package init(before: [Point], after: [Point], title: String = "") {
    notes = [(before, Self.before), (after, Self.after)]
    self.title = title
  }

  /// The panel alone.
  package var svg: String {
    SVG.document(width: Self.width, height: Self.height, lines(top: 0))
  }

  /// Returns the elements of the panel.
  func lines(top: Double) -> [String] {
    let points = notes.flatMap { $0.points }
    let keys = points.map { $0.key }
    let (first, last) = ((keys.min() ?? 0) - 1, (keys.max() ?? 127) + 1)
    // An error of more than a semitone is a wrong key. It would compress the scale.
    let worst = points.map { abs($0.cents) }.filter { $0 < 100 }.max()
    let limit = Self.limit(worst ?? 0)
    let (upper, lower) = (top + 28, top + Self.height - 24)
    func x(_ key: Double) -> Double {
      Self.left + (key - first) / (last - first) * (Self.width - Self.left - Self.right)
    }
    func y(_ cents: Double) -> Double {
      (upper + lower) / 2 - min(max(cents, -limit), limit) / limit * (lower - upper) / 2
    }
    var lines = title.isEmpty ? [] : [SVG.label(Self.left, top + 20, title)]
    lines += SVG.centsGrid(
      from: Self.left, to: Self.width - Self.right, limit: limit, y: y)
    for key in stride(from: 0.0, through: 127, by: 12) where key >= first && key <= last {
      lines.append(SVG.line(x(key), upper, x(key), lower, "#eee"))
      // MIDI key 60 is C4.
      let name = "C\(Int(key) / 12 - 1) · \(SVG.text(key))"
      lines.append(SVG.label(x(key), lower + 16, name, anchor: "middle"))
    }
    for (points, color) in notes {
      let isBefore = color == Self.before
      lines += points.map {
        isBefore ? SVG.ring(x($0.key), y($0.cents), color) : SVG.dot(x($0.key), y($0.cents), color)
      }
    }
    return lines
  }

  /// Returns a round value of at least `cents`.
  private static func limit(_ cents: Double) -> Double {
    [1, 2, 4, 6, 10, 20, 30, 40, 60].first { $0 >= cents } ?? 100
  }
}
