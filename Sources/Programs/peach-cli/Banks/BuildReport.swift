import Peach

/// The result of `peach build`, as JSON and as text. Property names are JSON keys.
struct BuildReport: BankOutputReport {
  struct Loop: Encodable {
    var start: Int
    /// The frame after the last one.
    var end: Int
    /// Whether the loop comes from the file or from a search.
    var source: String
  }

  struct Region: Encodable {
    var file: String
    /// The root key: the key that plays the recording at its original pitch.
    var root: Int
    /// The root key according to the recipe, the file or its name, if any.
    var declared: Int?
    /// The measured frequency; `nil` if the recording has no pitch.
    var hertz: Double?
    /// The correction of the pitch, in cents.
    var cents: Double
    var lowKey: Int
    var highKey: Int
    var lowVelocity: Int
    var highVelocity: Int
    /// The dynamic layer according to the file name.
    var layer: String?
    var isStereo: Bool
    /// `nil` if the sample plays once.
    var loop: Loop?

    init(_ region: BuiltBank.Region) {
      let recording = region.recording
      file = recording.file
      root = Int(recording.root)
      declared = recording.declaredKey.map { Int($0) }
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
          + "velocity".padded(to: 10) + "correction".padded(to: 12) + "loop")
      lines += preset.regions.map { Self.line($0) }
    }
    lines.append("")
    lines.append("  \(file): \(bytes) bytes")
    return lines.joined(separator: "\n")
  }

  private static func line(_ region: Region) -> String {
    let correction = region.hertz == nil ? "no pitch" : "\(region.cents.decimals(2)) cents"
    let loop = region.loop.map { "\($0.start)–\($0.end), \($0.source)" } ?? "none"
    return "  " + region.file.padded(to: 30) + "\(region.root)".padded(to: 6)
      + "\(region.lowKey)–\(region.highKey)".padded(to: 9)
      + "\(region.lowVelocity)–\(region.highVelocity)".padded(to: 10)
      + correction.padded(to: 12) + loop
  }
}
