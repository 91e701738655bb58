public import PeachInstrumentModel
import PeachMusicUnits

/// A sample list of SoundBankPlayer: a property list of samples and their keys. The list is an
/// array of strings. The first is the mixer's sample rate. Each sample has three more: file name,
/// highest key and root key. The files are in the folder of the list.
public struct SoundBankList: Hashable, Sendable {
  package struct Zone: Hashable, Sendable {
    package var file: String
    /// The key range, which starts after that of the previous sample.
    package var keys: ClosedRange<UInt8>
    /// The key that plays the sample at its original pitch.
    package var rootKey: UInt8
  }

  /// The polyphony: a further note steals the oldest voice.
  public static var sourceCount: UInt16 { 32 }
  private static var zoneLimit: Int { 128 }

  /// The sample rate of the player's mixer, in hertz. Samples have their files' own rates.
  public private(set) var sampleRate = 44_100.0
  /// The samples in ascending order of keys.
  package private(set) var zones: [Zone] = []
  private var problems: [String] = []

  private init() {}

  /// Reads a text or binary property list. Ignores strings after the last complete sample.
  ///
  /// - Throws: `InstrumentFileError` if the list is malformed or has no sample.
  public static func read(_ storage: ByteStorage) throws(InstrumentFileError) -> SoundBankList {
    let file = storage.bytes
    let elements = try PropertyListReader.read(file).elements
    var list = SoundBankList()
    guard let first = elements.first, let rate = number(first), (1...10_000_000).contains(rate)
    else { throw PropertyListReader.error(file, 0, .malformed) }
    list.sampleRate = rate
    let count = (elements.count - 1) / 3
    if count > zoneLimit {
      list.problems.append("The list has \(count) samples; the first \(zoneLimit) are used.")
    }
    var next = 0
    let used = min(count, zoneLimit)
    for index in 0..<used {
      guard let name = elements[1 + 3 * index].text,
        let end = number(elements[2 + 3 * index]), let root = number(elements[3 + 3 * index])
      else { throw PropertyListReader.error(file, 0, .malformed) }
      let last = index + 1 == used ? 127 : Int(min(max(end, -1), 127))
      if last < next {
        list.problems.append("Ignored sample \(quoted: name): its key range is empty.")
      } else {
        list.zones.append(
          Zone(
            file: name, keys: UInt8(next)...UInt8(last), rootKey: UInt8(min(max(root, 0), 127))))
        next = last + 1
      }
    }
    if list.zones.isEmpty {
      throw PropertyListReader.error(file, 0, .nothingToPlay(firstWarning: nil))
    }
    return list
  }

  private static func number(_ element: PropertyList) -> Double? {
    element.number ?? element.text.flatMap { DecimalNumber(text: $0.utf8)?.value }
  }

  /// Returns a bank with one preset. Velocity scales the amplitude linearly. Notes are panned by
  /// key: see ``pan(ofKey:)``.
  ///
  /// - Parameters:
  ///   - storage: The bytes that the list was read from.
  ///   - folders: The folders that contain the samples.
  ///   - loopNotes: Whether to loop each sample as a whole.
  public func soundBank(
    of storage: ByteStorage, folders: SampleFolders? = nil, loopNotes: Bool = false
  ) -> SoundBank {
    var warnings = WarningList()
    for problem in problems { warnings.add(.range, problem) }
    var collection = SampleCollection(folders?.withoutStandardFolders)
    var samples: [[Int]] = []
    for zone in zones {
      if let file = collection.file(named: zone.file, warnings: &warnings) {
        let loop = loopNotes ? collection.information[file].frameCount.map { 0..<$0 } : nil
        samples.append(
          collection.samples(
            ofFile: file, rootKey: zone.rootKey, correctionCents: 0, loop: .some(loop)))
      } else {
        samples.append([collection.missingSample(named: zone.file)])
      }
    }
    let regions = regions(samples, collection.samples, loopNotes: loopNotes)
    let name = SamplerInstrument.stem(storage.path)
    return SoundBank(
      information: .init(name: name),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: name)],
      samples: collection.samples, sampleFiles: collection.files, warnings: warnings.all,
      storage: storage,
      regionSource: { _, limit in Array(regions.prefix(max(limit, 0))) })
  }

  /// Returns the pan of a key: −0.5 (50 % left) for keys up to C3 (48), 0 for F4 (65) and 0.5 for
  /// keys from G5 (79), with linear interpolation in between.
  public static func pan(ofKey key: UInt8) -> Double {
    let offset = Double(key) - 65
    return min(max(offset < 0 ? offset / 34 : offset / 28, -0.5), 0.5)
  }

  private func regions(_ samples: [[Int]], _ all: [Sample], loopNotes: Bool) -> [Region] {
    let keys = UInt8(0)..<128
    var extendedParameters = ExtendedParameters()
    extendedParameters.velocityTracking = 1
    extendedParameters.velocityCurve = keys.map { Float($0) * (1.0 / 127) }
    extendedParameters.modulations = [
      RegionModulation(
        source: .key, target: .generator(.pan), amount: 500,
        curve: keys.map { Float(Self.pan(ofKey: $0)) })
    ]
    var conditions = RegionConditions()
    conditions.group = 1
    conditions.polyphony = Self.sourceCount
    // Omits the default velocity modulator, which the linear velocity curve replaces.
    let modulators = DefaultModulators().modulators.filter { $0.source & 0xFF != 2 }
    var regions: [Region] = []
    for (zone, indices) in zip(zones, samples) {
      for index in indices {
        var region = Region(
          keys: zone.keys, sample: index, modulators: modulators, conditions: conditions,
          extendedParameters: extendedParameters)
        if all[index].rootKey != zone.rootKey {
          region.generators[.overridingRootKey] = Float(zone.rootKey)
        }
        region.generators[.volumeEnvelopeRelease] = -2400
        if loopNotes { region.generators[.sampleModes] = Float(SampleLooping.continuous.rawValue) }
        regions.append(region)
      }
    }
    return regions
  }
}
