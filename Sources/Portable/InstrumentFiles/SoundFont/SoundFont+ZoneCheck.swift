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

  /// Adds the presets that exceed the limits of ``RegionBuilder``.
  private mutating func checkRegionCounts() {
    let sizes = instruments.map {
      (Int64($0.zones.count), instrumentZones.modulatorCount(ofZones: $0.zones))
    }
    for preset in presets {
      let presetModulators = presetZones.modulatorCount(ofZones: preset.zones)
      var pairs: Int64 = 0
      var modulators: Int64 = 0
      for zone in preset.zones {
        let records = presetZones.generators(ofZone: zone)
        guard let target = records.first(where: { $0.generator == .instrument })?.amount,
          Int(target) < sizes.count
        else { continue }
        let (zoneCount, modulatorCount) = sizes[Int(target)]
        pairs += zoneCount
        modulators += zoneCount * (10 + min(presetModulators, 256)) + modulatorCount
      }
      if pairs > RegionBuilder.pairLimit || modulators > RegionBuilder.modulatorLimit {
        faults.add(.preset(preset.name), .tooManyRegions(count: pairs))
      }
    }
  }
}
