package import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits

/// A bank built from recordings: assigns key and velocity ranges, and links stereo pairs.
///
/// ```swift
/// let preparation = RecordingPreparation(recipe.presets[0].settings)
/// let recording = try preparation.prepare(file: "A4.wav", audio)
/// let bank = try BuiltBank(recipe, recordings: [[recording]])
/// try bank.write(to: "mine.sf2")
/// ```
public struct BuiltBank: Sendable {
  package struct Region: Sendable {
    package var recording: PreparedSample
    package var keys: ClosedRange<UInt8>
    package var velocities: ClosedRange<UInt8>

    /// Distinguishes the recordings of a preset, of which each has a layer and a root key.
    var identity: String { "\(recording.layer?.text ?? "") \(recording.root)" }
  }

  /// A preset and its regions, by velocity and key.
  public struct Preset: Sendable {
    /// The name.
    public var name: String
    /// The bank.
    public var bank: UInt16
    /// The program.
    public var program: UInt16
    package var regions: [Region] = []

    /// The recordings, each of which may have several regions.
    package var recordings: [PreparedSample] {
      var known: Set<String> = []
      return regions.compactMap { known.insert($0.identity).inserted ? $0.recording : nil }
    }
  }

  package private(set) var contents: SoundFontContents
  /// The presets, in the recipe's order.
  public private(set) var presets: [Preset] = []
  /// User-facing warnings.
  public private(set) var warnings: [String] = []

  /// Builds a bank. `recordings` contains the recordings of each preset.
  package init(_ recipe: BuildRecipe, recordings: [[PreparedSample]]) throws(BuildingError) {
    precondition(recordings.count == recipe.presets.count, "Each preset needs recordings.")
    contents = SoundFontContents(name: recipe.name)
    contents.information += recipe.information
    contents.setText("ISFT", "Peach")
    for (preset, recordings) in zip(recipe.presets, recordings) {
      for recording in recordings {
        warnings += recording.warnings.map { "\(recording.file): \($0)." }
      }
      let regions = try regions(recordings, preset)
      if regions.isEmpty { throw .nothingLeft(preset: preset.name) }
      var samples: [String: Int] = [:]
      let zones = regions.flatMap { self.zones($0, preset.settings, &samples) }
      contents.presets.append(
        .init(
          preset.name, bank: preset.bank, program: preset.program,
          zones: [.init(plays: contents.instruments.count)]))
      contents.instruments.append(.init(preset.name, zones: zones))
      presets.append(
        Preset(name: preset.name, bank: preset.bank, program: preset.program, regions: regions))
    }
  }

  /// Adds warnings.
  public mutating func add(warnings newWarnings: [String]) { warnings += newWarnings }

  private mutating func regions(
    _ recordings: [PreparedSample], _ preset: BuildRecipe.Preset
  ) throws(BuildingError) -> [Region] {
    let unsorted = try Self.layers(recordings, preset)
    let velocities = VelocityLayer.velocities(of: unsorted.map { $0.layer })
    let layers = unsorted.indices.sorted {
      velocities[$0].lowerBound < velocities[$1].lowerBound
    }.map { (layer: unsorted[$0].layer, recordings: distinct(unsorted[$0].recordings)) }
    let range = preset.settings.keys
    let map = LayerMap(
      roots: layers.map { $0.recordings.map { $0.root } }, layers: layers.map { $0.layer },
      within: range, reach: preset.settings.reach)
    let regions = map.zones.map { zone in
      Region(
        recording: layers[zone.layer].recordings[zone.recording], keys: zone.keys,
        velocities: zone.velocities)
    }
    for (index, layer) in layers.enumerated() {
      let used = Set(map.zones.lazy.filter { $0.layer == index }.map { $0.recording })
      for (position, recording) in layer.recordings.enumerated() where !used.contains(position) {
        warnings.append(
          "\(recording.file): skipped, because no key from \(range.lowerBound) to "
            + "\(range.upperBound) is near.")
      }
    }
    return regions
  }

  /// Returns the recordings of a layer by root key, without further ones of the same key.
  private mutating func distinct(_ recordings: [PreparedSample]) -> [PreparedSample] {
    var distinct: [PreparedSample] = []
    // A wrongly labeled recording does not replace one that is labeled with its key.
    func order(_ entry: (offset: Int, element: PreparedSample)) -> (UInt8, Int, Int) {
      let isMislabeled = entry.element.declaredKey != nil && !entry.element.isRootDeclared
      return (entry.element.root, isMislabeled ? 1 : 0, entry.offset)
    }
    for (_, recording) in recordings.enumerated().sorted(by: { order($0) < order($1) }) {
      if let same = distinct.last, same.root == recording.root {
        var key = "the same key"
        if let declared = recording.declaredKey, !recording.isRootDeclared {
          key = "key \(same.root), which it sounds like although it is labeled key \(declared)"
        }
        warnings.append("\(recording.file): skipped, because \(same.file) has \(key).")
      } else {
        distinct.append(recording)
      }
    }
    return distinct
  }

  /// Returns the recordings by layer. The default layer is mf.
  private static func layers(
    _ recordings: [PreparedSample], _ preset: BuildRecipe.Preset
  ) throws(BuildingError) -> [(layer: VelocityLayer, recordings: [PreparedSample])] {
    var layers: [(layer: VelocityLayer, recordings: [PreparedSample])] = []
    for recording in recordings {
      let layer = recording.layer ?? .dynamic(.mf)
      if let first = layers.first?.layer, first.isNumber != layer.isNumber {
        throw .mixedLayers(preset: preset.name, first: first.text, second: recording.file)
      }
      if let index = layers.firstIndex(where: { $0.layer == layer }) {
        layers[index].recordings.append(recording)
      } else {
        layers.append((layer, [recording]))
      }
    }
    return layers
  }

  /// Adds the samples of a region, unless another region of the recording has, and returns a zone
  /// for each channel. `samples` contains the index of the first sample of each recording.
  private mutating func zones(
    _ region: Region, _ settings: BuildRecipe.Settings, _ samples: inout [String: Int]
  ) -> [SoundFontContents.Zone] {
    let recording = region.recording
    let isPair = recording.channels.count == 2
    let first = samples[region.identity] ?? contents.samples.count
    if samples.updateValue(first, forKey: region.identity) == nil { addSamples(recording) }
    return recording.channels.indices.map { index in
      var zone = SoundFontContents.Zone(
        keys: region.keys, velocities: region.velocities == 1...127 ? nil : region.velocities,
        modulators: Self.velocityCurve(settings.dynamics).map { [$0] } ?? [], plays: first + index)
      // §8.1.2: tenths of a percent.
      if isPair { zone[.pan] = index == 0 ? -500 : 500 }
      // §8.1.2: timecents from full level to −100 dB.
      zone[.volumeEnvelopeRelease] = Int16(1200 * Exponential.log2(settings.releaseSeconds))
      if recording.loop != nil { zone[.sampleModes] = 1 }
      return zone
    }
  }

  private mutating func addSamples(_ recording: PreparedSample) {
    let isPair = recording.channels.count == 2
    let first = contents.samples.count
    for (index, frames) in recording.channels.enumerated() {
      let stem = Self.stem(recording.file, limit: isPair ? 18 : 20)
      var sample = SoundFontContents.Sample(
        isPair ? stem + (index == 0 ? "_L" : "_R") : stem, frames,
        sampleRate: recording.tuning.sampleRate, originalPitch: recording.root,
        pitchCorrection: recording.tuning.pitchCorrection, loop: recording.loop)
      if isPair {
        sample.channel = index == 0 ? .left : .right
        sample.partner = first + 1 - index
      }
      contents.samples.append(sample)
    }
  }

  /// Returns the modulator from velocity to attenuation (SoundFont 2.04 §8.4.1) with another amount
  /// than the default one of 96 dB; `nil` for the default.
  private static func velocityCurve(_ dynamics: BuildRecipe.Dynamics) -> Modulator? {
    guard case .curve(let decibels) = dynamics, dynamics != .standard else { return nil }
    let amount = 960 * decibels / BuildRecipe.Dynamics.standardDecibels
    return Modulator(
      source: 0x0502, destination: UInt16(Generator.initialAttenuation.rawValue),
      amount: Int16(min(amount + 0.5, 2880)), amountSource: 0, transform: 0)
  }

  /// Returns a sample name for a file: its name in ASCII without the extension.
  private static func stem(_ file: String, limit: Int) -> String {
    let bytes = Array(file.utf8)
    let dot = bytes.lastIndex(of: 0x2E) ?? 0
    return ConvertedSamples.name(dot > 0 ? bytes[..<dot] : bytes[...], limit: limit)
  }
}

/// The reason why a bank cannot be built from recordings. `\(error)` is a message.
public enum BuildingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A recording cannot be used.
  case unusable(file: String, reason: String)
  /// A preset whose folders contain no matching file.
  case noFiles(preset: String, folders: [String])
  /// A preset without usable recordings.
  case nothingLeft(preset: String)
  /// A preset with both numbered layers and dynamics such as `mf`.
  case mixedLayers(preset: String, first: String, second: String)

  /// The message, without the name of an unusable file.
  package var reason: String {
    if case .unusable(_, let reason) = self { return reason }
    return description
  }

  /// A user-facing message without a full stop.
  public var description: String {
    switch self {
    case .unusable(let file, let reason): "\(file): \(reason)"
    case .noFiles(let preset, let folders):
      "Preset \"\(preset)\" has no recordings: no file in \(folders.joined(separator: ", ")) "
        + "matches its patterns"
    case .nothingLeft(let preset): "Preset \"\(preset)\" has no usable recordings"
    case .mixedLayers(let preset, let first, let second):
      "Preset \"\(preset)\" mixes numbered layers and dynamics: \(first) and \(second)"
    }
  }
}
