import PeachServices

struct PruneReport: Report {
  let pruned: PrunedBank
  /// The path of the input file, and its size.
  let source: String
  let sourceBytes: Int
  let file: String
  let written: BankOutput

  var warnings: [String] { written.contents.warnings + pruned.warnings + written.warnings }

  private var copyright: String { pruned.contents.text("ICOP") ?? "" }

  var json: JSON {
    [
      "source": source, "file": file, "before": Self.json(pruned.before, sourceBytes),
      "after": Self.json(pruned.after, written.byteCount),
      "presets": pruned.presets.map { preset -> JSON in
        [
          "bank": preset.bank, "program": preset.program, "name": preset.name,
          "oldName": preset.oldName, "sampleBytes": preset.sampleByteCount,
        ]
      },
      "sharedBytes": pruned.sharedByteCount, "trimmedBytes": pruned.trimmedByteCount,
      "copyright": copyright, "warnings": warnings,
    ]
  }

  private static func json(_ size: PrunedBank.Size, _ bytes: Int) -> JSON {
    [
      "bytes": bytes, "presets": size.presetCount, "instruments": size.instrumentCount,
      "samples": size.sampleCount, "sampleBytes": size.sampleByteCount,
    ]
  }

  var text: String {
    var lines = pruned.presets.map { preset in
      let identifier = "\(preset.bank):\(preset.program)".padded(to: 9)
      let megabytes = (Double(preset.sampleByteCount) / 1e6).decimals(2)
      let old = preset.name == preset.oldName ? "" : "  (\(preset.oldName))"
      return "  \(identifier)\(preset.name.padded(to: 22))\(megabytes.leftPadded(to: 8)) MB\(old)"
    }
    lines += [
      "", Self.line(source, pruned.before, sourceBytes),
      Self.line(file, pruned.after, written.byteCount),
    ]
    let percent = 100 * Double(written.byteCount) / Double(max(sourceBytes, 1))
    lines.append("  \(percent.decimals(1)) % of the bank")
    if pruned.sharedByteCount > 0 {
      lines.append("  \(pruned.sharedByteCount) bytes saved by merging equal samples")
    }
    if pruned.trimmedByteCount > 0 {
      lines.append("  \(pruned.trimmedByteCount) bytes saved after loops")
    }
    if !copyright.isEmpty { lines.append("  Copyright: \(copyright)") }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ size: PrunedBank.Size, _ bytes: Int) -> String {
    "  \(name): \(bytes) bytes, \(Console.count(size.presetCount, "preset")), "
      + Console.count(size.instrumentCount, "instrument") + ", "
      + Console.count(size.sampleCount, "sample")
  }
}
