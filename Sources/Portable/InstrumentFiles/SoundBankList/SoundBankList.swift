public import PeachInstrumentModel
import PeachMusicUnits

/// A bank of SoundBankPlayer: a property list of samples that share the keyboard.
///
/// An array of texts: how many frames in a second the samples have, and then for each sample its
/// file's name, the last key that plays it, and the key at which it sounds as recorded. The files lie
/// beside the list.
public struct SoundBankList: Hashable, Sendable {
  /// A sample and the keys that play it.
  public struct Zone: Hashable, Sendable {
    /// The name of its file.
    public var file: String
    /// The keys: from the one behind those of the sample before.
    public var keys: ClosedRange<UInt8>
    /// The key at which it sounds as recorded.
    public var rootKey: UInt8
  }

  /// How many notes sound at once; the oldest gives way to the next.
  public static var sourceCount: UInt16 { 32 }
  private static var zoneLimit: Int { 128 }

  /// Frames in a second of all samples.
  public private(set) var sampleRate = 44_100.0
  /// Its samples, from the lowest key to the highest.
  public private(set) var zones: [Zone] = []
  private var problems: [String] = []

  private init() {}

  /// Reads a list, text or binary. Any bytes give an error or a list with at least one sample; what
  /// follows the last three is ignored.
  ///
  /// ```swift
  /// try SoundBankList.read(bytes).zones.first?.keys  // 0...26
  /// ```
  public static func read(
    _ storage: ByteStorage
  ) throws(InstrumentFileError) -> SoundBankList {
    let file = storage.bytes
    let elements = try PropertyListReader.read(file).elements
    var list = SoundBankList()
    guard let first = elements.first, let rate = number(first), (1...10_000_000).contains(rate)
    else { throw PropertyListReader.error(file, 0, .malformed) }
    list.sampleRate = rate
    let count = (elements.count - 1) / 3
    if count > zoneLimit {
      list.problems.append("Of \(count) samples the first \(zoneLimit) are read.")
    }
    var next = 0
    for index in 0..<min(count, zoneLimit) {
      let isLast = index + 1 == min(count, zoneLimit)
      guard let name = elements[1 + 3 * index].text,
        let end = number(elements[2 + 3 * index]), let root = number(elements[3 + 3 * index])
      else { throw PropertyListReader.error(file, 0, .malformed) }
      let last = isLast ? 127 : Int(min(max(end, -1), 127))
      if last < next {
        list.problems.append("Sample ‘\(name)’ answers no key and is left out.")
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

  /// The bank of one preset that it is; its samples are looked for in `folders`, and `storage` are the
  /// bytes it was read from. With `loopNotes` every sample repeats as a whole.
  ///
  /// Notes sound at the equal temperament's pitch, at a level in proportion to their velocity, and
  /// from left to right as the keyboard goes: ``place(ofKey:)``.
  public func soundBank(
    of storage: ByteStorage, folders: SampleFolders? = nil, loopNotes: Bool = false
  ) -> SoundBank {
    var warnings = WarningList()
    for problem in problems { warnings.add(.range, problem) }
    var collection = SampleCollection(folders)
    var samples: [[Int]] = []
    for zone in zones {
      if let file = collection.file(named: zone.file, warnings: &warnings) {
        let about = collection.information[file]
        if about.sampleRate != sampleRate {
          warnings.add(
            .rate,
            "‘\(zone.file)’ has \(Int(about.sampleRate)) frames a second; the bank's own number, "
              + "\(Int(sampleRate)), counts.")
        }
        let loop = loopNotes ? about.frameCount.map { 0..<$0 } : nil
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
      samples: collection.samples.map {
        var sample = $0
        sample.sampleRate = sampleRate
        return sample
      },
      sampleFiles: collection.files, warnings: warnings.all, storage: storage,
      regionSource: { _, limit in Array(regions.prefix(max(limit, 0))) })
  }

  /// Where a key sounds, −1 for left through 1 for right: C3, key 48, and all below it left, G♯5 and
  /// all above it right, in a straight line between.
  public static func place(ofKey key: UInt8) -> Double {
    min(max((Double(key) - 48) / 32, 0), 1) * 2 - 1
  }

  private func regions(
    _ samples: [[Int]], _ all: [Sample], loopNotes: Bool
  ) -> [Region] {
    let keys = (UInt8(0)..<128).map { $0 }
    var performance = ExtendedParameters()
    performance.velocityTracking = 1
    performance.velocityCurve = keys.map { Float($0) * (1.0 / 127) }
    performance.modulations = [
      RegionModulation(
        source: .key, target: .generator(.pan), amount: 500,
        curve: keys.map { Float(Self.place(ofKey: $0)) })
    ]
    var conditions = RegionConditions()
    conditions.group = 1
    conditions.polyphony = Self.sourceCount
    // Velocity has a law of its own here.
    let modulators = DefaultModulators().modulators.filter { $0.source & 0xFF != 2 }
    var regions: [Region] = []
    for (zone, indices) in zip(zones, samples) {
      for index in indices {
        var values = GeneratorValues()
        if all[index].rootKey != zone.rootKey { values[.overridingRootKey] = Float(zone.rootKey) }
        values[.volumeEnvelopeRelease] = -2400
        if loopNotes { values[.sampleModes] = Float(SampleLooping.continuous.rawValue) }
        regions.append(
          Region(
            keys: zone.keys, sample: index, generators: values, modulators: modulators,
            conditions: conditions, performance: performance))
      }
    }
    return regions
  }
}
