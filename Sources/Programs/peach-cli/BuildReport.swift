import Peach

/// What building a bank came to, as text, and as it stands in its JSON.
struct BuildReport: Encodable {
  struct Loop: Encodable {
    var start: Int
    /// The frame behind the last.
    var end: Int
    /// From the file's chunks, or found.
    var source: String
  }

  struct Region: Encodable {
    var file: String
    /// The key at which it sounds as recorded.
    var root: Int
    /// What the recipe, the chunks or the name say; absent where they say nothing.
    var said: Int?
    /// What it sounds at; absent without a pitch.
    var hertz: Double?
    /// How far it was raised.
    var cents: Double
    var lowKey: Int
    var highKey: Int
    var lowVelocity: Int
    var highVelocity: Int
    /// What its name says of how hard it was struck.
    var layer: String?
    var isStereo: Bool
    /// Absent where it plays once.
    var loop: Loop?

    init(_ region: BuiltBank.Region) {
      let recording = region.recording
      file = recording.file
      root = Int(recording.root)
      said = recording.saidKey.map { Int($0) }
      hertz = recording.pitch?.hertz
      cents = recording.correctionCents
      (lowKey, highKey) = (Int(region.keys.lowerBound), Int(region.keys.upperBound))
      (lowVelocity, highVelocity) =
        (Int(region.velocities.lowerBound), Int(region.velocities.upperBound))
      layer = recording.layer?.text
      isStereo = recording.channels.count == 2
      if let loop = recording.loop, let source = recording.loopSource {
        self.loop = Loop(start: loop.lowerBound, end: loop.upperBound, source: source.rawValue)
      }
    }
  }

  struct Preset: Encodable {
    var bank: Int
    var program: Int
    var name: String
    var regions: [Region]
  }

  var recipe: String
  var file: String
  var bytes: Int
  var presets: [Preset]
  var warnings: [String]

  init(_ bank: BuiltBank, recipe: String, file: String, bytes: Int, warnings: [String]) {
    self.recipe = recipe
    self.file = file
    self.bytes = bytes
    presets = bank.presets.map { preset in
      Preset(
        bank: Int(preset.bank), program: Int(preset.program), name: preset.name,
        regions: preset.regions.map { Region($0) })
    }
    self.warnings = warnings
  }

  var text: String {
    var lines: [String] = []
    for preset in presets {
      lines.append("\(preset.bank):\(preset.program) \(preset.name)")
      lines.append(
        "  " + "file".padded(to: 30) + "root".padded(to: 6) + "keys".padded(to: 9)
          + "velocity".padded(to: 10) + "raised".padded(to: 12) + "loop")
      lines += preset.regions.map { Self.line($0) }
    }
    lines.append("")
    lines.append("  \(file): \(bytes) bytes")
    return lines.joined(separator: "\n")
  }

  private static func line(_ region: Region) -> String {
    let raised = region.hertz == nil ? "no pitch" : "\(region.cents.decimals(2)) cents"
    let loop = region.loop.map { "\($0.start)–\($0.end), \($0.source)" } ?? "none"
    return "  " + region.file.padded(to: 30) + "\(region.root)".padded(to: 6)
      + "\(region.lowKey)–\(region.highKey)".padded(to: 9)
      + "\(region.lowVelocity)–\(region.highVelocity)".padded(to: 10)
      + raised.padded(to: 12) + loop
  }
}
