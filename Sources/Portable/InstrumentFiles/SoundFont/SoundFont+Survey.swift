import PeachInstrumentModel

extension SoundFont {
  /// Looks through all zones for what will be ignored when regions are made, and says so.
  func surveyZones(_ warnings: inout WarningList) {
    for preset in presets {
      survey(
        preset.zones, presetZones, .preset, count: instruments.count,
        of: { "preset ‘\(preset.name.text)’" }, &warnings)
    }
    for instrument in instruments {
      survey(
        instrument.zones, instrumentZones, .instrument, count: samples.count,
        of: { "instrument ‘\(instrument.name.text)’" }, &warnings)
    }
    surveySizes(&warnings)
  }

  private func survey(
    _ zones: Range<Int>, _ table: ZoneTable, _ level: ZoneContents.Level, count: Int,
    of owner: () -> String, _ warnings: inout WarningList
  ) {
    let terminal = UInt16(level.terminal.rawValue)
    for zone in zones {
      let records = table.generators(ofZone: zone)
      let number = zone - zones.lowerBound
      if let end = records.first(where: { $0.number == terminal }) {
        if Int(end.amount) >= count {
          warnings.add(
            .zone,
            "Zone \(number) of \(owner()) names entry \(end.amount) of \(count) and is ignored.")
        }
      } else if number > 0 || zones.count == 1 {
        warnings.add(.zone, "Zone \(number) of \(owner()) plays nothing and is ignored.")
      }
      for record in records.prefix(2)
      where record.number == 43 || record.number == 44 {
        if record.amount & 0xFF > record.amount >> 8 || record.amount & 0xFF > 127 {
          warnings.add(
            .range,
            "Zone \(number) of \(owner()) goes from \(record.amount & 0xFF) to"
              + " \(record.amount >> 8) and is never heard.")
        }
      }
      let modulators = table.modulators(ofZone: zone).count
      if modulators > ModulatorList.zoneLimit {
        warnings.add(
          .modulators,
          "Zone \(number) of \(owner()) has \(modulators) modulators;"
            + " \(ModulatorList.zoneLimit) count.")
      }
    }
  }

  /// Says which presets ask for more regions, or modulators, than are made.
  private func surveySizes(_ warnings: inout WarningList) {
    let bags = instrumentZones.bags
    let parts = instruments.map { instrument in
      (
        zones: Int64(instrument.zones.count),
        modulators: Int64(bags[instrument.zones.upperBound].modulator)
          - Int64(bags[instrument.zones.lowerBound].modulator)
      )
    }
    for preset in presets {
      let bags = presetZones.bags
      let own =
        Int64(bags[preset.zones.upperBound].modulator)
        - Int64(bags[preset.zones.lowerBound].modulator)
      var pairs: Int64 = 0
      var modulators: Int64 = 0
      for zone in preset.zones {
        let records = presetZones.generators(ofZone: zone)
        guard
          let end = records.first(where: { $0.number == UInt16(Generator.instrument.rawValue) }),
          Int(end.amount) < parts.count
        else { continue }
        let part = parts[Int(end.amount)]
        pairs += part.zones
        modulators += part.zones * (10 + min(own, 256)) + part.modulators
      }
      if pairs > RegionBuilder.pairLimit || modulators > RegionBuilder.modulatorLimit {
        warnings.add(
          .preset,
          "Preset ‘\(preset.name.text)’ asks for \(pairs) regions; not all may be made.")
      }
    }
  }
}
