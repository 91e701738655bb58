import PeachServices

struct BuildReport: Report {
  let bank: BuiltBank
  let recipe: String
  let file: String
  let written: BankOutput

  var warnings: [String] { bank.warnings + written.contents.warnings + written.warnings }

  var json: JSON {
    [
      "recipe": recipe, "file": file, "bytes": written.byteCount, "warnings": warnings,
      "presets": bank.presets.map { preset -> JSON in
        [
          "bank": preset.bank, "program": preset.program, "name": preset.name,
          "regions": preset.regions.map { Self.json($0) },
        ]
      },
    ]
  }

  private static func json(_ region: BuiltBank.Region) -> JSON {
    let recording = region.recording
    let loop = recording.loop.flatMap { loop in
      recording.loopSource.map { source -> JSON in
        ["start": loop.lowerBound, "end": loop.upperBound, "source": source.rawValue]
      }
    }
    return [
      "file": recording.file, "root": recording.root, "declared": recording.declaredKey,
      "hertz": recording.pitch?.hertz, "cents": recording.correctionCents,
      "lowKey": region.keys.lowerBound, "highKey": region.keys.upperBound,
      "lowVelocity": region.velocities.lowerBound, "highVelocity": region.velocities.upperBound,
      "layer": recording.layer?.text, "isStereo": recording.channels.count == 2, "loop": loop,
    ]
  }

  var text: String {
    var lines: [String] = []
    for preset in bank.presets {
      lines.append("\(preset.bank):\(preset.program) \(preset.name)")
      lines.append(Self.row("file", "root", "keys", "velocity", "correction", "loop"))
      lines += preset.regions.map { Self.row($0) }
    }
    return (lines + ["", "  \(file): \(written.byteCount) bytes"]).joined(separator: "\n")
  }

  private static func row(_ region: BuiltBank.Region) -> String {
    let (recording, keys, velocities) = (region.recording, region.keys, region.velocities)
    let cents = recording.correctionCents.decimals(2)
    var loopText = "none"
    if let loop = recording.loop, let source = recording.loopSource {
      loopText = "\(loop.lowerBound)–\(loop.upperBound), \(source.rawValue)"
    }
    return row(
      recording.file, "\(recording.root)", "\(keys.lowerBound)–\(keys.upperBound)",
      "\(velocities.lowerBound)–\(velocities.upperBound)",
      recording.pitch == nil ? "no pitch" : "\(cents) cents", loopText)
  }

  private static func row(_ cells: String...) -> String {
    "  " + zip(cells, [30, 6, 9, 10, 12]).map { $0.padded(to: $1) }.joined() + cells[5]
  }
}
