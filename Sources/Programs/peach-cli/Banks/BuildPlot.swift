import PeachPlots
import PeachServices

/// A plot of a built preset: level, attack, loop length and pitch over the keys. Layers have
/// colors, and crosses are the recordings as they were.
struct BuildPlot {
  private let preset: BuiltBank.Preset

  private static let colors = [
    "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b", "#e377c2",
  ]

  init(_ preset: BuiltBank.Preset) { self.preset = preset }

  var svg: String {
    KeyPanel.document(
      title: "\(preset.bank):\(preset.program) \(preset.name)",
      [
        panel("Level in dB") { recording in
          recording.levelDecibels.map { (now: $0, before: $0 - recording.gainDecibels) }
        },
        panel("Attack in ms") { recording in
          recording.attackSeconds.map {
            (now: 1000 * $0, before: 1000 * ($0 + recording.trimmedSeconds))
          }
        },
        panel("Loop in seconds") { recording in
          recording.loop.map {
            (now: Double($0.count) / Double(recording.tuning.sampleRate), before: nil)
          }
        },
        panel("Pitch in cents") { (now: 0, before: -$0.correctionCents) },
      ])
  }

  private func panel(
    _ title: String, value: (PreparedSample) -> (now: Double, before: Double?)?
  ) -> KeyPanel {
    var layers: [String] = []
    var series: [KeyPanel.Series] = []
    for recording in preset.recordings {
      guard let value = value(recording) else { continue }
      let name = recording.layer?.text ?? ""
      let index = layers.firstIndex(of: name) ?? layers.count
      if index == layers.count {
        layers.append(name)
        let color = Self.colors[index % Self.colors.count]
        series.append(.init(points: [], color: color, isCrossed: true))
        series.append(.init(points: [], color: color))
      }
      if let before = value.before {
        series[2 * index].points.append((Double(recording.root), before))
      }
      series[2 * index + 1].points.append((Double(recording.root), value.now))
    }
    return KeyPanel(title: title, series: series)
  }
}
