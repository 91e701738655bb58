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
      "trimmedSeconds": recording.trimmedSeconds, "attackSeconds": recording.attackSeconds,
      "gainDecibels": recording.gainDecibels, "levelDecibels": recording.levelDecibels,
      "levelErrorDecibels": recording.levelErrorDecibels, "lossyFormat": recording.lossyFormat,
      "scaleSeconds": recording.scaleSeconds, "reasons": recording.reasons,
    ]
  }

  var text: String {
    var lines: [String] = []
    for preset in bank.presets {
      lines.append("\(preset.bank):\(preset.program) \(preset.name)")
      lines.append(
        Self.row(
          "file", "root", "keys", "velocity", "attack", "gain", "correction", "loop", "why"))
      lines += preset.regions.map { Self.row($0) }
      lines.append("  " + Self.summary(preset))
    }
    return (lines + ["", "  \(file): \(written.byteCount) bytes"]).joined(separator: "\n")
  }

  /// Returns the number of recordings with their attacks, levels, loops and lossy formats.
  private static func summary(_ preset: BuiltBank.Preset) -> String {
    let recordings = preset.recordings
    var parts: [String] = []
    let attacks = recordings.compactMap { $0.attackSeconds }.sorted()
    if let longest = attacks.last {
      parts.append(
        "attack \(milliseconds(attacks[attacks.count / 2])) (\(milliseconds(longest)) at most)")
    }
    let levels = recordings.compactMap { $0.levelDecibels }.sorted()
    let errors = recordings.map { $0.levelErrorDecibels }
    if !levels.isEmpty {
      let spread = (errors.max() ?? 0) - (errors.min() ?? 0)
      parts.append(
        "level \(levels[levels.count / 2].decimals(1)) dB, within \(spread.decimals(1)) dB of the "
          + "curve")
    }
    parts.append("\(recordings.count { $0.loop != nil }) loops")
    var formats: [String: Int] = [:]
    for format in recordings.compactMap({ $0.lossyFormat }) { formats[format, default: 0] += 1 }
    parts += formats.sorted { $0.key < $1.key }.map { "\($0.value) lossy (\($0.key))" }
    let count = recordings.count
    return "\(count) recording\(count == 1 ? "" : "s"): \(parts.joined(separator: ", "))"
  }

  private static func milliseconds(_ seconds: Double) -> String {
    "\((1000 * seconds).decimals(0)) ms"
  }

  private static func row(_ region: BuiltBank.Region) -> String {
    let (recording, keys, velocities) = (region.recording, region.keys, region.velocities)
    let cents = recording.correctionCents.decimals(2)
    var loopText = "none"
    if let loop = recording.loop, let source = recording.loopSource {
      loopText = "\(loop.lowerBound)–\(loop.upperBound), \(source.rawValue)"
    }
    var reasons = recording.reasons
    if recording.trimmedSeconds > 0.0005 {
      reasons.insert("trimmed \(milliseconds(recording.trimmedSeconds))", at: 0)
    }
    let gain = recording.gainDecibels
    return row(
      recording.file, "\(recording.root)", "\(keys.lowerBound)–\(keys.upperBound)",
      "\(velocities.lowerBound)–\(velocities.upperBound)",
      recording.attackSeconds.map { milliseconds($0) } ?? "",
      gain == 0 ? "" : (gain > 0 ? "+" : "") + gain.decimals(1) + " dB",
      recording.pitch == nil ? "no pitch" : "\(cents) cents", loopText,
      reasons.joined(separator: ", "))
  }

  private static func row(_ cells: String...) -> String {
    let widths = [30, 6, 9, 10, 8, 10, 14, 22]
    let row = "  " + zip(cells, widths).map { $0.padded(to: $1) }.joined() + cells[8]
    return String(row.reversed().drop { $0 == " " }.reversed())
  }
}
