import PeachInstrumentModel

/// Makes a preset's regions: its zones times its instruments' zones (SoundFont 2.04 §9.4, 9.5).
struct RegionBuilder: Sendable {
  /// More pairs of zones than this in one preset are left out: no bank has as many, and a few
  /// kilobytes could ask for billions.
  static var pairLimit: Int { 65536 }
  /// More modulators than this in all regions of one preset together are left out, regions and all.
  static var modulatorLimit: Int { 1_048_576 }

  private let presets: [PresetHeader]
  private let presetZones: ZoneTable
  private let instruments: [InstrumentHeader]
  private let instrumentZones: ZoneTable
  private let sampleCount: Int
  private let attenuationScale: Float
  private let defaults: ModulatorList
  private let defaultValues = GeneratorValues()
  private let generators = Generator.allCases.filter { !$0.isStructural }

  /// A builder for one file; keeps its zones, and neither its sample headers nor its bytes.
  init(font: SoundFont, reading: SoundFontReading) {
    presets = font.presets
    presetZones = font.presetZones
    instruments = font.instruments
    instrumentZones = font.instrumentZones
    sampleCount = font.samples.count
    attenuationScale = reading.attenuationScale
    if let own = font.ownDefaultModulators {
      defaults = ModulatorList(zone: own[...])
    } else {
      defaults = ModulatorList(singles: DefaultModulators(reading: reading).modulators)
    }
  }

  /// The regions of the preset at an index of the file's own list, in the file's order; no more
  /// than `limit`.
  func regions(ofPreset index: Int, limit: Int) -> [Region] {
    var regions: [Region] = []
    forEachRegion(ofPreset: index, limit: limit) { region, _ in regions.append(region) }
    return regions
  }

  /// The instrument zone that each of these regions comes from.
  func instrumentZones(ofPreset index: Int) -> [Int] {
    var zones: [Int] = []
    forEachRegion(ofPreset: index, limit: .max) { _, zone in zones.append(zone) }
    return zones
  }

  private func forEachRegion(
    ofPreset index: Int, limit: Int, _ body: (_ region: Region, _ zone: Int) -> Void
  ) {
    var known = [[ZoneContents]?](repeating: nil, count: instruments.count)
    var count = 0
    var pairs = 0
    var modulators = 0
    for zone in zones(presets[index].zones, presetZones, .preset) {
      guard let target = zone.target, target < instruments.count, let keys = zone.keys,
        let velocities = zone.velocities
      else { continue }
      let parts =
        known[target] ?? zones(instruments[target].zones, instrumentZones, .instrument)
      known[target] = parts
      for part in parts {
        pairs += 1
        if pairs > RegionBuilder.pairLimit { return }
        guard let sample = part.target, sample < sampleCount,
          let ownKeys = intersection(keys, part.keys),
          let ownVelocities = intersection(velocities, part.velocities)
        else { continue }
        let list = modulatorList(part, zone)
        modulators += list.count
        if modulators > RegionBuilder.modulatorLimit { return }
        let region = Region(
          keys: ownKeys, velocities: ownVelocities, sample: sample,
          generators: values(part, zone), modulators: list)
        body(region, part.index)
        count += 1
        if count >= limit { return }
      }
    }
  }

  /// The zones that play something, with what their global zone says.
  ///
  /// A zone that plays nothing is global if it is the first of several; elsewhere it is ignored
  /// (§7.3, 7.7).
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

  /// Default, replaced by what the instrument says, plus what the preset says, within the useful
  /// range (§9.4). In the end the attenuation is scaled as the reading has it.
  private func values(_ part: ZoneContents, _ zone: ZoneContents) -> GeneratorValues {
    var values = defaultValues
    for generator in generators {
      let own = part.amount(of: generator)
      let offset = zone.amount(of: generator)
      if own == nil && offset == nil { continue }
      let range = generator.range
      let sum = (own ?? generator.defaultValue) + (offset ?? 0)
      values[generator] = min(max(sum, range.lowerBound), range.upperBound)
    }
    values[.initialAttenuation] *= attenuationScale
    return values
  }

  private func modulatorList(_ part: ZoneContents, _ zone: ZoneContents) -> [Modulator] {
    var list = defaults
    list.replace(with: part.modulators)
    list.add(zone.modulators)
    return list.flattened
  }

  private func intersection(
    _ one: ClosedRange<UInt8>, _ other: ClosedRange<UInt8>?
  ) -> ClosedRange<UInt8>? {
    guard let other, one.overlaps(other) else { return nil }
    return one.clamped(to: other)
  }
}
