import PeachInstrumentModel

extension SoundFont {
  /// Adds the faults of zones that building regions tolerates.
  mutating func checkZones() {
    for preset in presets {
      check(preset.zones, presetZones, .preset, count: instruments.count) {
        .presetZone(preset.name, index: $0)
      }
    }
    for instrument in instruments {
      check(instrument.zones, instrumentZones, .instrument, count: samples.count) {
        .instrumentZone(instrument.name, index: $0)
      }
    }
    checkRegionCounts()
  }

  private mutating func check(
    _ zones: Range<Int>, _ table: ZoneTable, _ level: ZoneContents.Level, count: Int,
    of subject: (_ index: Int) -> SoundFontFault.Subject
  ) {
    for zone in zones {
      let records = table.generators(ofZone: zone)
      let index = zone - zones.lowerBound
      if let end = records.first(where: { $0.generator == level.terminal }) {
        if Int(end.amount) >= count {
          faults.add(subject(index), .missingTarget(index: Int(end.amount), count: count))
        }
      } else if index > 0 || zones.count == 1 {
        faults.add(subject(index), .noTarget)
      }
      for record in records.prefix(2) where record.number == 43 || record.number == 44 {
        let (low, high) = (record.amount & 0xFF, record.amount >> 8)
        if low > high || low > 127 {
          faults.add(subject(index), .emptyRange(low: Int(low), high: Int(high)))
        }
      }
      let modulatorCount = table.modulators(ofZone: zone).count
      if modulatorCount > ModulatorList.zoneLimit {
        faults.add(
          subject(index),
          .tooManyModulators(count: modulatorCount, limit: ModulatorList.zoneLimit))
      }
    }
  }

  private struct InstrumentSize {
    var zones: Int
    var modulators: Int
  }

  /// Limits the expansion of presets that exceed ``RegionLimit``, and adds them.
  private mutating func checkRegionCounts() {
    let sizes = instruments.map {
      InstrumentSize(
        zones: $0.zones.count, modulators: instrumentZones.modulatorCount(ofZones: $0.zones))
    }
    var total = RegionLimit.zero
    var isWithinLimit = true
    var bounds: [Int] = []
    for preset in presets {
      let bound = expansionBound(of: preset, sizes)
      bounds.append(bound.pairs)
      total += bound
      let limit = RegionLimit.ofFile(byteCount: storage.bytes.count)
      isWithinLimit = isWithinLimit && limit.includes(total) && limit.ofOnePreset.includes(bound)
    }
    // Nearly all banks are, and need not be expanded.
    if isWithinLimit { return }
    let builder = RegionBuilder(font: self, reading: SoundFontReading())
    var remaining = RegionLimit.ofFile(byteCount: storage.bytes.count)
    var limits: [RegionLimit] = []
    for (index, preset) in presets.enumerated() {
      var limit = remaining.ofOnePreset
      let (used, isWhole) = builder.expansion(ofPreset: index, limit: limit)
      remaining -= used
      limit.regions = used.regions
      limits.append(limit)
      if !isWhole {
        faults.add(
          .preset(preset.name), .tooManyRegions(count: bounds[index], limit: used.regions))
      }
    }
    regionLimits = limits
  }

  /// Returns an upper bound of what a preset expands to, from the sizes of its instruments alone.
  private func expansionBound(
    of preset: PresetHeader, _ instruments: [InstrumentSize]
  ) -> RegionLimit {
    var bound = RegionLimit.zero
    let ownModulators = min(presetZones.modulatorCount(ofZones: preset.zones), 256)
    for zone in preset.zones {
      let records = presetZones.generators(ofZone: zone)
      guard let target = records.first(where: { $0.generator == .instrument })?.amount,
        Int(target) < instruments.count
      else { continue }
      let (zones, modulators) = (
        instruments[Int(target)].zones, instruments[Int(target)].modulators
      )
      // Each pair has the default modulators, and may have those of both global zones.
      bound += RegionLimit(
        pairs: zones, regions: zones,
        modulators: zones * (10 + ownModulators + min(modulators, 128)) + modulators)
    }
    return bound
  }
}
