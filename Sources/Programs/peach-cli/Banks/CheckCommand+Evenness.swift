import PeachPlots
import PeachServices

extension CheckCommand {
  /// Measures the attacks and levels of all melodic presets of a bank.
  static func checkEvenness(of path: String, _ arguments: Arguments) throws {
    for name in ["depth", "include-notes", "all"] where arguments.has(name) {
      throw UsageError(reason: "--\(name) does not apply to --evenness.")
    }
    let bank = try SoundBank(contentsOf: path, sampleFolders: arguments.all("sample-path"))
    let presets = try Progress.track(path) { report in
      try PresetEvenness.melodicPresets(of: bank, progress: report)
    }
    if let folder = arguments.value("plot") {
      try FileAccess.makeFolder(folder, isPrivate: false)
      for preset in presets {
        let number = "\(preset.preset.bank)-\(preset.preset.program)"
        try FileAccess.write(Array(preset.svg.utf8), to: "\(folder)/\(number).svg")
      }
    }
    let report = EvennessReport(path: path, presets: presets, warnings: bank.warnings)
    try Console.print(report, asJSON: arguments.has("json"))
  }
}

struct EvennessReport: Report {
  var path: String
  var presets: [PresetEvenness]
  var warnings: [String]

  var json: JSON {
    [
      "path": path, "warnings": warnings,
      "presets": presets.map { preset -> JSON in
        let (attacks, differences) = (preset.attacks, preset.adjacentDifferences)
        return [
          "bank": preset.preset.bank, "program": preset.preset.program,
          "name": preset.preset.name, "isDecaying": preset.isDecaying,
          "medianAttackSeconds": PresetEvenness.quantile(attacks, 0.5),
          "maxAttackSeconds": attacks.last, "medianDecibels": preset.medianDecibels,
          "adjacentDecibels95": PresetEvenness.quantile(differences, 0.95),
          "maxAdjacentDecibels": differences.last, "maxLayerDecibels": preset.layerSteps.max(),
          "keys": preset.notes.map { note -> JSON in
            [
              "key": note.key, "attackSeconds": note.attackSeconds,
              "levelDecibels": note.levelDecibels,
            ]
          },
        ]
      },
    ]
  }

  var text: String {
    let heading = Self.row(
      "preset", "keys", "attack", "longest", "level", "adjacent", "largest", "layers")
    return ([heading] + presets.map { Self.row($0) }).joined(separator: "\n")
  }

  private static func row(_ preset: PresetEvenness) -> String {
    let (attacks, differences) = (preset.attacks, preset.adjacentDifferences)
    let keys = "\(preset.notes.first?.key ?? 0)–\(preset.notes.last?.key ?? 0)"
    func decibels(_ value: Double?) -> String { value.map { "\($0.decimals(1)) dB" } ?? "–" }
    func milliseconds(_ value: Double?) -> String {
      value.map { "\((1000 * $0).decimals(0)) ms" } ?? "–"
    }
    return row(
      "\(preset.preset.bank):\(preset.preset.program) \(preset.preset.name)", keys,
      milliseconds(PresetEvenness.quantile(attacks, 0.5)), milliseconds(attacks.last),
      decibels(preset.medianDecibels), decibels(PresetEvenness.quantile(differences, 0.95)),
      decibels(differences.last), decibels(preset.layerSteps.max()))
  }

  private static func row(_ cells: String...) -> String {
    let widths = [30, 10, 9, 10, 11, 11, 10, 8]
    let row = zip(cells, widths).map { $0.padded(to: $1) }.joined()
    return String(row.reversed().drop { $0 == " " }.reversed())
  }
}

extension PresetEvenness {
  /// A plot of level and attack over the keys.
  var svg: String {
    KeyPanel.document(
      title: "\(preset.bank):\(preset.program) \(preset.name)",
      [
        KeyPanel(
          title: "Level in dB",
          series: [
            .init(
              points: notes.map { (Double($0.key), $0.levelDecibels) }, color: "#1f77b4")
          ]),
        KeyPanel(
          title: "Attack in ms",
          series: [
            .init(
              points: notes.map { (Double($0.key), 1000 * ($0.attackSeconds ?? 0)) },
              color: "#d62728")
          ]),
      ])
  }
}
