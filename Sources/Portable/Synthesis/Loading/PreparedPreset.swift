public import PeachInstrumentModel

/// A preset prepared for playback: samples in memory, generators decoded, regions indexed by key.
/// Preparing takes milliseconds and allocates; do it on a control thread. Immutable, so that
/// synthesizers on any threads can share it. Each keeps the presets that its voices need.
public final class PreparedPreset: @unchecked Sendable {
  // Sendable because everything is written in `init` and only read afterwards.

  /// The name and number of the preset in its bank.
  public let preset: Preset
  /// The preset in the form for the audio thread; valid while this object lives.
  package let handle: PresetHandle
  /// The samples of each region, looped and unlooped.
  private let samples: [SampleData]
  private let storage: PreparedStorage
  /// The regions that are silent because their samples are unavailable.
  package let silentRegions: [SilentRegion]

  /// - Parameter keys: The key ranges of all regions, even if they are not prepared; `nil` for
  ///   those of `regions`.
  init(
    preset: Preset, regions source: [RegionSource], silentRegions: [SilentRegion] = [],
    keys: [ClosedRange<UInt8>]? = nil
  ) {
    self.preset = preset
    self.silentRegions = silentRegions
    let storage = PreparedStorage()
    self.storage = storage
    samples = source.flatMap { [$0.looped, $0.unlooped] }
    let generators = storage.copy(
      source.flatMap { region in
        var table = [Float](repeating: 0, count: Generator.tableCount)
        for generator in Generator.allCases {
          table[Int(generator.rawValue)] = region.region.generators[generator]
        }
        return table
      })
    let modulators = storage.copy(source.flatMap { $0.modulators.modulators })
    var firstModulator = 0
    var regions: [PreparedRegion] = []
    for (index, region) in source.enumerated() {
      regions.append(
        region.prepared(
          generators: generators + index * Generator.tableCount,
          modulators: modulators + firstModulator, conditions: storage.prepare(region.region),
          vibrato: storage.prepareVibrato(of: region)))
      firstModulator += region.modulators.modulators.count
    }
    let fullLevels = FullLevelRegions(source.map { $0.region })
    for index in regions.indices {
      regions[index].fullLevelOffset =
        fullLevels.index(for: source[index].region, at: index) - index
    }
    let (firstIndexOfKey, regionIndices) = Self.indexByKey(source.map { $0.region.keys })
    let handle = PresetHandle(
      regions: storage.copy(regions), regionCount: regions.count,
      firstIndexOfKey: storage.copy(firstIndexOfKey), regionIndices: storage.copy(regionIndices),
      hasReleaseRegions: source.contains {
        let trigger = $0.region.conditions?.trigger
        return trigger == .release || trigger == .releaseKey
      },
      hasControllerRegions: source.contains { $0.region.conditions?.starts.isEmpty == false },
      controllers: storage.copy(preset.controllers), controllerCount: preset.controllers.count)
    self.handle = handle.withKeys(keys ?? source.map { $0.region.keys })
  }

  /// The deviations of keys in the form for the audio thread.
  private var keyCentsStorage: PreparedStorage?

  /// Creates a preset that shares all but the handle with another.
  private init(_ other: PreparedPreset, keyCents: [Double]) {
    (preset, samples, storage) = (other.preset, other.samples, other.storage)
    silentRegions = other.silentRegions
    let tables = PreparedStorage()
    var handle = other.handle
    handle.keyCents = tables.copy(keyCents)
    self.handle = handle
    keyCentsStorage = tables
  }

  /// Returns the preset with a deviation of each key from all tunings, which notes that start by
  /// MIDI note-on have; not those in hertz, and not on percussion channels. A synthesizer that
  /// keeps its presets must not use the original, too: it tells them apart by their regions. One
  /// whose owner keeps both may replace one by the other.
  ///
  /// - Parameter cents: The deviations of 128 keys; empty for none.
  package func withKeyCents(_ cents: [Double]) -> PreparedPreset {
    if cents.isEmpty { return self }
    precondition(cents.count == 128, "A deviation for each key.")
    return PreparedPreset(self, keyCents: cents)
  }

  /// Throws the error of a sample if the preset has no region because none can be decoded.
  package func checkDecoded() throws(SampleCodecError) {
    guard regionCount == 0 else { return }
    for region in silentRegions {
      if case .undecodable(let error) = region.reason { throw error }
    }
  }

  /// The number of regions; a preset without regions is silent.
  public var regionCount: Int { handle.regionCount }

  /// Messages about samples that are missing or cannot be decoded, with the keys that lack them.
  public var warnings: [String] { SilentRegion.warnings(silentRegions) }

  /// Whether a note-on of a key, 0…127, and a velocity, 1…127, starts any region.
  public func hasRegions(key: UInt8, velocity: UInt8) -> Bool {
    handle.regionCount(key: key, velocity: velocity) > 0
  }

  /// The keys with regions, as ascending ranges that do not touch.
  public var keyRanges: [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    for key in 0...127 as ClosedRange<UInt8>
    where handle.firstIndexOfKey[Int(key)] < handle.firstIndexOfKey[Int(key) + 1] {
      if let last = ranges.last, Int(last.upperBound) + 1 == Int(key) {
        ranges[ranges.count - 1] = last.lowerBound...key
      } else {
        ranges.append(key...key)
      }
    }
    return ranges
  }

  /// Calls `body` with the samples of the regions that match a key, 0…127, and a velocity.
  func forEachSample(key: UInt8, velocity: UInt8, _ body: (SampleData) -> Void) {
    for index in Int(handle.firstIndexOfKey[Int(key)])..<Int(handle.firstIndexOfKey[Int(key) + 1]) {
      let region = Int(handle.regionIndices[index])
      guard handle.regions[region].matches(key: key, velocity: velocity) else { continue }
      body(samples[2 * region])
      if samples[2 * region] !== samples[2 * region + 1] { body(samples[2 * region + 1]) }
    }
  }

  package var loadsOnDemand: Bool { samples.contains { !$0.isInMemory } }
  /// Loads all samples and keeps them in memory.
  package func pinSamples() { for data in samples { data.pin() } }

  /// Returns the start of each key's region indices, and the end; and the indices, key by key.
  private static func indexByKey(_ keys: [ClosedRange<UInt8>]) -> ([Int32], [Int32]) {
    var starts: [Int32] = []
    var indices: [Int32] = []
    for key in 0...127 {
      starts.append(Int32(indices.count))
      for (region, range) in keys.enumerated() where range.contains(UInt8(key)) {
        indices.append(Int32(region))
      }
    }
    return (starts + [Int32(indices.count)], indices)
  }
}
