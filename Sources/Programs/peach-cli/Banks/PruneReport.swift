import Peach

/// The result of `peach prune`, as JSON and as text. Property names are JSON keys.
struct PruneReport: BankOutputReport {
  struct Size: Encodable {
    var bytes: Int
    var presets: Int
    var instruments: Int
    var samples: Int
    var sampleBytes: Int

    init(_ size: PrunedBank.Size, bytes: Int) {
      self.bytes = bytes
      presets = size.presetCount
      instruments = size.instrumentCount
      samples = size.sampleCount
      sampleBytes = size.sampleByteCount
    }
  }

  struct Preset: Encodable {
    var bank: Int
    var program: Int
    var name: String
    var oldName: String
    var sampleBytes: Int
  }

  var source: String
  var file: String
  var before: Size
  var after: Size
  var presets: [Preset]
  /// The bytes saved by merging equal samples.
  var sharedBytes: Int
  /// The bytes saved after the ends of loops.
  var trimmedBytes: Int
  var copyright: String
  var warnings: [String]

  init(
    _ pruned: PrunedBank, source: String, sourceBytes: Int, file: String, bytes: Int,
    warnings: [String]
  ) {
    self.source = source
    self.file = file
    before = Size(pruned.before, bytes: sourceBytes)
    after = Size(pruned.after, bytes: bytes)
    presets = pruned.presets.map {
      Preset(
        bank: Int($0.bank), program: Int($0.program), name: $0.name, oldName: $0.oldName,
        sampleBytes: $0.sampleByteCount)
    }
    sharedBytes = pruned.sharedByteCount
    trimmedBytes = pruned.trimmedByteCount
    copyright = pruned.contents.text("ICOP") ?? ""
    self.warnings = warnings
  }

  var text: String {
    var lines = presets.map { preset in
      let identifier = "\(preset.bank):\(preset.program)".padded(to: 9)
      let name = preset.name.padded(to: 22)
      let size = Self.megabytes(preset.sampleBytes)
      let old = preset.name == preset.oldName ? "" : "  (\(preset.oldName))"
      return "  \(identifier)\(name)\(size.leftPadded(to: 8)) MB\(old)"
    }
    lines.append("")
    lines.append(Self.line(source, before))
    lines.append(Self.line(file, after))
    let percent = 100 * Double(after.bytes) / Double(max(before.bytes, 1))
    lines.append("  \(percent.decimals(1)) % of the bank")
    if sharedBytes > 0 { lines.append("  \(sharedBytes) bytes saved by merging equal samples") }
    if trimmedBytes > 0 { lines.append("  \(trimmedBytes) bytes saved after loops") }
    if !copyright.isEmpty { lines.append("  Copyright: \(copyright)") }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ size: Size) -> String {
    "  \(name): \(size.bytes) bytes, \(Console.count(size.presets, "preset")), "
      + Console.count(size.instruments, "instrument") + ", "
      + Console.count(size.samples, "sample")
  }

  private static func megabytes(_ bytes: Int) -> String { (Double(bytes) / 1e6).decimals(2) }
}

extension String {
  /// The string with leading spaces up to `width`.
  func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(width - count, 0)) + self
  }
}
