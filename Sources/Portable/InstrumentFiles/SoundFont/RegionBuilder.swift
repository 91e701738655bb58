import PeachInstrumentModel
import PeachMusicUnits

/// Builds a preset's regions: its zones times its instruments' zones (SoundFont 2.04 §9.4, 9.5).
struct RegionBuilder: Sendable {
  private let presets: [PresetHeader]
  private let limits: [RegionLimit]?
  private let presetZones: ZoneTable
  private let instruments: [InstrumentHeader]
  private let instrumentZones: ZoneTable
  private let sampleCount: Int
  private let attenuationScale: Float
  private let minimumAttenuation: Float
  private let defaults: ModulatorList
  private let defaultValues = GeneratorValues()
  private let generators = Generator.allCases.filter { !$0.isStructural }

  /// Creates a builder, which retains neither sample headers nor the file's bytes.
  init(font: SoundFont, reading: SoundFontReading) {
    presets = font.presets
    limits = font.regionLimits
    presetZones = font.presetZones
    instruments = font.instruments
    instrumentZones = font.instrumentZones
    sampleCount = font.samples.count
    attenuationScale = reading.attenuationScale
    minimumAttenuation = reading.minimumAttenuation
    defaults =
      font.ownDefaultModulators.map { ModulatorList(zone: $0[...]) }
      ?? ModulatorList(singles: DefaultModulators(reading: reading).modulators)
  }

  func regions(ofPreset index: Int, limit: Int) -> [Region] {
    var regions: [Region] = []
    forEachRegion(ofPreset: index, limit: limit) { region, _ in regions.append(region) }
    return regions
  }

  func instrumentZones(ofPreset index: Int) -> [Int] {
    var zones: [Int] = []
    forEachRegion(ofPreset: index, limit: .max) { _, zone in zones.append(zone) }
    return zones
  }

  /// Returns the keys from the lowest to the highest region of a preset, without its regions.
  func keys(ofPreset index: Int) -> ClosedRange<UInt8>? {
    var range: ClosedRange<UInt8>?
    forEachPair(ofPreset: index) { pair in
      range =
        range.map { known in
          min(known.lowerBound, pair.keys.lowerBound)...max(known.upperBound, pair.keys.upperBound)
        } ?? pair.keys
      return true
    }
    return range
  }

  private func forEachRegion(
    ofPreset index: Int, limit: Int, _ body: (_ region: Region, _ zone: Int) -> Void
  ) {
    let limit = min(limit, limits?[index].regions ?? .max)
    if limit <= 0 { return }
    var count = 0
    forEachPair(ofPreset: index) { pair in
      let list = modulatorList(pair.instrumentZone, pair.zone)
      body(
        Region(
          keys: pair.keys, velocities: pair.velocities, sample: pair.sample,
          generators: values(pair.instrumentZone, pair.zone), modulators: list),
        pair.instrumentZone.index)
      count += 1
      return count < limit
    }
  }

  /// A zone of a preset and one of its instrument whose ranges intersect.
  private struct ZonePair {
    var zone: ZoneContents
    var instrumentZone: ZoneContents
    var sample: Int
    var keys: ClosedRange<UInt8>
    var velocities: ClosedRange<UInt8>
  }

  /// Returns the ranges of zones whose sample, or whose instrument, is beyond its table. Preset
  /// zones of a missing instrument count in full (§7.5, 7.9).
  func missingRegions(ofPreset index: Int) -> [MissingRegion] {
    var missing: [MissingRegion] = []
    func add(_ subject: String, _ keys: ClosedRange<UInt8>?, _ velocities: ClosedRange<UInt8>?) {
      guard let keys, let velocities else { return }
      missing.append(MissingRegion(keys: keys, velocities: velocities, subject: subject))
    }
    for zone in zones(presets[index].zones, presetZones, .preset) {
      guard let target = zone.target, target >= instruments.count else { continue }
      add("Instrument \(target)", zone.keys, zone.velocities)
    }
    forEachPair(ofPreset: index, areMissing: true) { pair in
      add("Sample \(pair.sample)", pair.keys, pair.velocities)
      return missing.count < Self.missingLimit
    }
    return missing
  }

  /// The maximum number of missing regions of a preset.
  private static var missingLimit: Int { 1024 }

  /// Returns what a preset expands to, up to `limit`, and whether that is all of it.
  func expansion(ofPreset index: Int, limit: RegionLimit) -> (used: RegionLimit, isWhole: Bool) {
    var used = RegionLimit.zero
    var isWhole = true
    used.pairs = forEachPair(ofPreset: index, limit: limit.pairs) { pair in
      let modulators =
        defaults.count + pair.zone.modulators.count + pair.instrumentZone.modulators.count
      isWhole = used.regions < limit.regions && used.modulators + modulators <= limit.modulators
      if !isWhole { return false }
      used.regions += 1
      used.modulators += modulators
      return true
    }
    return (used, isWhole && used.pairs < limit.pairs)
  }

  /// Calls `body` with the pairs that become regions, or with those whose sample does not exist,
  /// until it returns `false`. Returns the number of pairs examined.
  @discardableResult private func forEachPair(
    ofPreset index: Int, limit: Int? = nil, areMissing: Bool = false, _ body: (ZonePair) -> Bool
  ) -> Int {
    var remaining = limit ?? limits?[index].pairs ?? .max
    var pairs = 0
    var known = KeyedArray<Int, [ZoneContents]>()
    for zone in zones(presets[index].zones.prefix(remaining), presetZones, .preset) {
      guard let target = zone.target, target < instruments.count, let keys = zone.keys,
        let velocities = zone.velocities
      else { continue }
      // Zones count even if they are invalid, because they are read.
      let range = instruments[target].zones.prefix(remaining)
      remaining -= range.count
      pairs += range.count
      let instrumentZones = known[target] ?? zones(range, instrumentZones, .instrument)
      known.setValue(instrumentZones, for: target)
      for instrumentZone in instrumentZones.prefix(range.count) {
        guard let sample = instrumentZone.target, (sample >= sampleCount) == areMissing,
          let ownKeys = instrumentZone.keys?.intersection(keys),
          let ownVelocities = instrumentZone.velocities?.intersection(velocities)
        else { continue }
        let pair = ZonePair(
          zone: zone, instrumentZone: instrumentZone, sample: sample, keys: ownKeys,
          velocities: ownVelocities)
        if !body(pair) { return pairs }
      }
    }
    return pairs
  }

  /// Returns the zones that have a target, with their global zone's settings. A zone without a
  /// target is global if it is the first of several; otherwise it is ignored (§7.3, 7.7).
  private func zones(
    _ range: Range<Int>, _ table: ZoneTable, _ level: ZoneContents.Level
  ) -> [ZoneContents] {
    var global: ZoneContents?
    var zones: [ZoneContents] = []
    for index in range {
      var zone = ZoneContents(table, index, level)
      if zone.target == nil {
        if index == range.lowerBound { global = zone }
        continue
      }
      if let global { zone.inherit(global) }
      zones.append(zone)
    }
    return zones
  }

  /// Adds the preset's generators to the instrument's or default values; clamps the sums (§9.4).
  private func values(_ instrumentZone: ZoneContents, _ zone: ZoneContents) -> GeneratorValues {
    var values = defaultValues
    for generator in generators {
      let own = instrumentZone.amount(of: generator)
      let offset = zone.amount(of: generator)
      if own == nil && offset == nil { continue }
      let range = generator.range
      let sum = (own ?? generator.defaultValue) + (offset ?? 0)
      let least = generator == .initialAttenuation ? minimumAttenuation : range.lowerBound
      values[generator] = min(max(sum, least), range.upperBound)
    }
    values[.initialAttenuation] *= attenuationScale
    return values
  }

  private func modulatorList(_ instrumentZone: ZoneContents, _ zone: ZoneContents) -> [Modulator] {
    var list = defaults
    list.replace(with: instrumentZone.modulators)
    list.add(zone.modulators)
    return list.flattened
  }
}
