import PeachInstrumentModel

/// Builds a preset's regions: its zones times its instruments' zones (SoundFont 2.04 §9.4, 9.5).
struct RegionBuilder: Sendable {
  /// The maximum number of zone pairs per preset: a few malicious kilobytes could have billions.
  static var pairLimit: Int { 65536 }
  /// The maximum number of modulators in all regions of a preset.
  static var modulatorLimit: Int { 1_048_576 }

  private let presets: [PresetHeader]
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
    var count = 0
    var modulators = 0
    forEachPair(ofPreset: index) { pair in
      let list = modulatorList(pair.instrumentZone, pair.zone)
      modulators += list.count
      if modulators > RegionBuilder.modulatorLimit { return false }
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

  /// Calls `body` with the pairs that become regions, until it returns `false`.
  private func forEachPair(ofPreset index: Int, _ body: (ZonePair) -> Bool) {
    var known = [[ZoneContents]?](repeating: nil, count: instruments.count)
    var pairs = 0
    for zone in zones(presets[index].zones, presetZones, .preset) {
      guard let target = zone.target, target < instruments.count, let keys = zone.keys,
        let velocities = zone.velocities
      else { continue }
      let instrumentZones =
        known[target] ?? zones(instruments[target].zones, instrumentZones, .instrument)
      known[target] = instrumentZones
      for instrumentZone in instrumentZones {
        pairs += 1
        if pairs > RegionBuilder.pairLimit { return }
        guard let sample = instrumentZone.target, sample < sampleCount,
          let ownKeys = instrumentZone.keys?.intersection(keys),
          let ownVelocities = instrumentZone.velocities?.intersection(velocities)
        else { continue }
        let pair = ZonePair(
          zone: zone, instrumentZone: instrumentZone, sample: sample, keys: ownKeys,
          velocities: ownVelocities)
        if !body(pair) { return }
      }
    }
  }

  /// Returns the zones that have a target, with their global zone's settings. A zone without a
  /// target is global if it is the first of several; otherwise it is ignored (§7.3, 7.7).
  private func zones(
    _ range: Range<Int>, _ table: ZoneTable, _ level: ZoneContents.Level
  ) -> [ZoneContents] {
    var global: ZoneContents?
    var zones: [ZoneContents] = []
    for index in range.prefix(RegionBuilder.pairLimit) {
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
