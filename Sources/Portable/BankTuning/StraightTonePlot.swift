import PeachInstrumentModel
import PeachIntonation
import PeachPlots

/// An SVG plot of the pitch of recordings over time, as recorded and as written, in a panel for
/// each preset.
package struct StraightTonePlot {
  private let straight: StraightenedBank
  private let title: String

  private static var head: Double { 46 }

  package init(_ straight: StraightenedBank, title: String) {
    self.straight = straight
    self.title = title
  }

  package var svg: String {
    let shown = straight.presets.filter { preset in
      preset.recordings.contains { !($0.before?.cents.isEmpty ?? true) }
    }
    var lines = [
      SVG.label(CurvePanel.left, 20, "\(title): pitch over time, in cents", size: 15),
      SVG.dot(CurvePanel.left + 5, 36, IntonationPanel.before),
      SVG.label(CurvePanel.left + 14, 40, "as recorded"),
      SVG.dot(CurvePanel.left + 115, 36, IntonationPanel.after),
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
      preset.recordings.compactMap { $0.before.map { ($0, IntonationPanel.before) } }
      + preset.recordings.compactMap { $0.after.map { ($0, IntonationPanel.after) } }
    return CurvePanel(
      title: "\(preset.preset.bank):\(preset.preset.program) \(preset.preset.name)",
      curves: curves.map { (windows, color) in (windows.seconds, windows.cents, color) }
    ).lines(top: top)
  }
}
