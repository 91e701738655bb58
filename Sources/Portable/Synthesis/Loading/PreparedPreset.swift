public import PeachInstrumentModel

/// A preset prepared for playback: samples in memory, generators decoded, regions indexed by key.
///
/// Preparing takes milliseconds and allocates; do it on a control thread. A prepared preset is
/// immutable, and synthesizers on any threads can share it. Keep it alive while any of them uses
/// it.
public final class PreparedPreset: @unchecked Sendable {
  // Sendable because everything is written in `init` and only read afterwards.

  /// The name and number of the preset in its bank.
  public let preset: Preset
  private let regions: UnsafeMutableBufferPointer<PreparedRegion>
  private let firstIndexOfKey: UnsafeMutableBufferPointer<Int32>
  private let regionIndices: UnsafeMutableBufferPointer<Int32>
  private let generators: UnsafeMutableBufferPointer<Float>
  private let modulators: UnsafeMutableBufferPointer<PreparedModulator>
  private let samples: [SampleData]
  private let conditions = PreparedConditionStorage()
  private let hasReleaseRegions: Bool
  private let hasControllerRegions: Bool
  private let controllers: UnsafeMutableBufferPointer<ControllerSetting>

  init(preset: Preset, regions source: [RegionSource]) {
    self.preset = preset
    let modulatorCount = source.reduce(0) { $0 + $1.modulators.modulators.count }
    regions = .allocate(capacity: source.count)
    generators = .allocate(capacity: source.count * Generator.tableCount)
    modulators = .allocate(capacity: modulatorCount)
    generators.initialize(repeating: 0)
    var modulatorEnd = 0
    for (index, region) in source.enumerated() {
      let table = generators.baseAddress.unsafelyUnwrapped + index * Generator.tableCount
      for generator in Generator.allCases {
        table[Int(generator.rawValue)] = region.region.generators[generator]
      }
      let own = UnsafePointer(modulators.baseAddress.unsafelyUnwrapped + modulatorEnd)
      for modulator in region.modulators.modulators {
        (modulators.baseAddress.unsafelyUnwrapped + modulatorEnd).initialize(to: modulator)
        modulatorEnd += 1
      }
      (regions.baseAddress.unsafelyUnwrapped + index).initialize(
        to: region.prepared(
          generators: UnsafePointer(table), modulators: own,
          conditions: conditions.prepare(region.region)))
    }
    samples = source.flatMap { [$0.looped, $0.unlooped] }
    hasReleaseRegions = source.contains {
      let trigger = $0.region.conditions?.trigger
      return trigger == .release || trigger == .releaseKey
    }
    hasControllerRegions = source.contains { $0.region.conditions?.starts.isEmpty == false }
    controllers = .allocate(capacity: preset.controllers.count)
    _ = controllers.initialize(from: preset.controllers)
    (firstIndexOfKey, regionIndices) = PreparedPreset.indexByKey(source.map { $0.region.keys })
  }

  deinit {
    regions.deallocate()
    firstIndexOfKey.deallocate()
    regionIndices.deallocate()
    generators.deallocate()
    modulators.deallocate()
    controllers.deallocate()
  }

  /// The number of regions; a preset without regions is silent.
  public var regionCount: Int { regions.count }

  /// The preset in the form for the audio thread; valid while this object lives.
  public var handle: PresetHandle {
    PresetHandle(
      regions: UnsafePointer(regions.baseAddress.unsafelyUnwrapped),
      regionCount: regions.count,
      firstIndexOfKey: UnsafePointer(firstIndexOfKey.baseAddress.unsafelyUnwrapped),
      regionIndices: UnsafePointer(regionIndices.baseAddress.unsafelyUnwrapped),
      hasReleaseRegions: hasReleaseRegions, hasControllerRegions: hasControllerRegions,
      controllers: controllers.baseAddress.map { UnsafePointer($0) },
      controllerCount: controllers.count)
  }

  /// Returns the samples of the regions that match a key, 0…127, and a velocity.
  func samples(key: UInt8, velocity: UInt8) -> [SampleData] {
    var found: [SampleData] = []
    for index in Int(firstIndexOfKey[Int(key)])..<Int(firstIndexOfKey[Int(key) + 1]) {
      let region = Int(regionIndices[index])
      guard regions[region].matches(key: key, velocity: velocity) else { continue }
      found.append(samples[2 * region])
      if samples[2 * region] !== samples[2 * region + 1] { found.append(samples[2 * region + 1]) }
    }
    return found
  }

  /// Whether any sample is loaded on demand.
  package var loadsOnDemand: Bool { samples.contains { !$0.isInMemory } }

  /// Loads all samples and keeps them in memory.
  package func pinSamples() {
    for data in samples { data.pin() }
  }

  private static func indexByKey(
    _ keys: [ClosedRange<UInt8>]
  ) -> (UnsafeMutableBufferPointer<Int32>, UnsafeMutableBufferPointer<Int32>) {
    let starts = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 129)
    let total = keys.reduce(0) { $0 + Int($1.upperBound) - Int($1.lowerBound) + 1 }
    let indices = UnsafeMutableBufferPointer<Int32>.allocate(capacity: total)
    var end = 0
    for key in 0...127 {
      starts.initializeElement(at: key, to: Int32(end))
      for (region, range) in keys.enumerated() where range.contains(UInt8(key)) {
        indices.initializeElement(at: end, to: Int32(region))
        end += 1
      }
    }
    starts.initializeElement(at: 128, to: Int32(end))
    return (starts, indices)
  }
}
