import Peach
import PeachPlots

/// An SVG plot of the pitch of recordings over time, as recorded and as written, in a panel for each
/// preset.
struct StraightTonePlot {
  private let straight: StraightenedBank
  private let title: String

  private static let before = "#d2603a"
  private static let after = "#2b6cb0"
  private static let head = 46.0

  init(_ straight: StraightenedBank, title: String) {
    self.straight = straight
    self.title = FileAccess.fileName(of: title)
  }

  var svg: String {
    let shown = straight.presets.filter { preset in
      preset.recordings.contains { !($0.before?.cents.isEmpty ?? true) }
    }
    var lines = [
      SVG.label(CurvePanel.left, 20, "\(title): pitch over time, in cents", size: 15),
      SVG.dot(CurvePanel.left + 5, 36, Self.before),
      SVG.label(CurvePanel.left + 14, 40, "as recorded"),
      SVG.dot(CurvePanel.left + 115, 36, Self.after),
      SVG.label(CurvePanel.left + 124, 40, "as written"),
    ]
    for (index, preset) in shown.enumerated() {
      lines += panel(preset, top: Self.head + CurvePanel.height * Double(index))
    }
    let height = Self.head + CurvePanel.height * Double(shown.count) + 24
    return SVG.document(width: CurvePanel.width, height: height, lines)
  }

  private func panel(_ preset: StraightenedPreset, top: Double) -> [String] {
    let curves =
      preset.recordings.compactMap { $0.before.map { ($0, Self.before) } }
      + preset.recordings.compactMap { $0.after.map { ($0, Self.after) } }
    return CurvePanel(
      title: "\(preset.preset.bank):\(preset.preset.program) \(preset.preset.name)",
      curves: curves.map { ($0.0.seconds, $0.0.cents, $0.1) }
    ).lines(top: top)
  }
}
