public import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits

/// A bank made of recordings: their keys and velocities shared out, pairs linked.
///
/// ```swift
/// let preparation = RecordingPreparation(recipe.presets[0].settings)
/// let recording = try preparation.prepare(file: "A4.wav", audio)
/// let bank = try BuiltBank(recipe, recordings: [[recording]])
/// try SoundFontWriter(bank.contents).write(to: "mine.sf2")
/// ```
public struct BuiltBank: Sendable {
  /// A recording and what plays it.
  public struct Region: Sendable {
    /// The recording.
    public var recording: PreparedSample
    /// The keys that play it.
    public var keys: ClosedRange<UInt8>
    /// The velocities that play it.
    public var velocities: ClosedRange<UInt8>
  }

  /// A preset and its regions, softest layer first, by key.
  public struct Preset: Sendable {
    /// Its name.
    public var name: String
    /// Its bank.
    public var bank: UInt16
    /// Its program.
    public var program: UInt16
    /// What it plays.
    public var regions: [Region] = []
  }

  /// The bank, to be written.
  public private(set) var contents: SoundFontContents
  /// Its presets, in the recipe's order.
  public private(set) var presets: [Preset] = []
  /// What a person should know, one sentence each.
  public private(set) var warnings: [String] = []

  /// A bank of the recipe's presets, each with its recordings. Touches no frames.
  public init(
    _ recipe: BuildRecipe, recordings: [[PreparedSample]]
  ) throws(BuildingError) {
    precondition(recordings.count == recipe.presets.count, "Recordings for each preset.")
    contents = SoundFontContents(name: recipe.name)
    contents.information += recipe.information
    contents.setText("ISFT", "Peach")
    for (plan, recordings) in zip(recipe.presets, recordings) {
      if recordings.isEmpty { throw .nothingLeft(preset: plan.name) }
      for recording in recordings {
        warnings += recording.warnings.map { "\(recording.file): \($0)." }
      }
      var preset = Preset(name: plan.name, bank: plan.bank, program: plan.program)
      preset.regions = try regions(recordings, plan)
      if preset.regions.isEmpty { throw .nothingLeft(preset: plan.name) }
      let zones = preset.regions.flatMap { self.zones($0, plan.settings) }
      contents.instruments.append(.init(plan.name, zones: zones))
      contents.presets.append(
        .init(
          plan.name, bank: plan.bank, program: plan.program,
          zones: [.init(plays: contents.instruments.count - 1)]))
      presets.append(preset)
    }
  }

  /// Adds what is to be known besides.
  public mutating func add(warnings more: [String]) { warnings += more }

  private mutating func regions(
    _ recordings: [PreparedSample], _ plan: BuildRecipe.Preset
  ) throws(BuildingError) -> [Region] {
    let layers = try Self.layers(recordings, plan)
    let velocities = VelocityLayer.velocities(of: layers.map { $0.layer })
    var regions: [Region] = []
    let order = layers.indices.sorted { velocities[$0].lowerBound < velocities[$1].lowerBound }
    for index in order {
      var ofKeys: [PreparedSample] = []
      let sorted = layers[index].recordings.enumerated().sorted {
        ($0.element.root, $0.offset) < ($1.element.root, $1.offset)
      }
      for (_, recording) in sorted {
        if let same = ofKeys.last, same.root == recording.root {
          warnings.append(
            "\(recording.file): it is left out; key \(same.root) has \(same.file) already.")
        } else {
          ofKeys.append(recording)
        }
      }
      let keys = KeyRanges.split(ofKeys.map { $0.root }, within: plan.settings.keys)
      for (recording, keys) in zip(ofKeys, keys) {
        if let keys {
          regions.append(Region(recording: recording, keys: keys, velocities: velocities[index]))
        } else {
          warnings.append(
            "\(recording.file): it is left out; no key from \(plan.keysText) is near.")
        }
      }
    }
    return regions
  }

  /// The recordings by layer; one that names none where others do is mf.
  private static func layers(
    _ recordings: [PreparedSample], _ plan: BuildRecipe.Preset
  ) throws(BuildingError) -> [(layer: VelocityLayer, recordings: [PreparedSample])] {
    var layers: [(layer: VelocityLayer, recordings: [PreparedSample])] = []
    for recording in recordings {
      let layer = recording.layer ?? .dynamic(.mf)
      if let first = layers.first?.layer, first.isNumber != layer.isNumber {
        throw .mixedLayers(preset: plan.name, first: first.text, second: recording.file)
      }
      if let place = layers.firstIndex(where: { $0.layer == layer }) {
        layers[place].recordings.append(recording)
      } else {
        layers.append((layer, [recording]))
      }
    }
    return layers
  }

  /// The zones of a region, one for each ear, whose samples are added.
  private mutating func zones(
    _ region: Region, _ settings: BuildRecipe.Settings
  ) -> [SoundFontContents.Zone] {
    let recording = region.recording
    let isPair = recording.channels.count == 2
    let first = contents.samples.count
    return recording.channels.enumerated().map { index, frames in
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
      var zone = SoundFontContents.Zone(
        keys: region.keys, velocities: region.velocities == 1...127 ? nil : region.velocities,
        plays: first + index)
      // §8.1.2: tenths of a percent to the left or right.
      if isPair { zone[.pan] = index == 0 ? -500 : 500 }
      // §8.1.2: timecents, the time from full level to −100 dB.
      zone[.volumeEnvelopeRelease] = Int16(1200 * Exponential.log2(settings.releaseSeconds))
      if recording.loop != nil { zone[.sampleModes] = 1 }
      return zone
    }
  }

  /// A file's name as a sample's: ASCII, without its ending.
  private static func stem(_ file: String, limit: Int) -> String {
    var bytes = Array(file.utf8)
    if let dot = bytes.lastIndex(of: 0x2E), dot > 0 { bytes = Array(bytes[..<dot]) }
    // The end of a name says more than its beginning.
    let ascii = bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x5F }.suffix(limit)
    return String(decoding: ascii, as: UTF8.self)
  }
}

extension BuildRecipe.Preset {
  fileprivate var keysText: String {
    "\(settings.keys.lowerBound) to \(settings.keys.upperBound)"
  }
}
