import PeachInstrumentFiles

/// Restricts a bank to a key range or one velocity layer.
enum RangeRestriction {
  /// Restricts the zones of all presets to `keys`.
  static func restrict(_ contents: inout SoundFontContents, to keys: ClosedRange<UInt8>) {
    for index in contents.presets.indices {
      let zones = contents.presets[index].zones
      contents.presets[index].zones = zones.compactMap { zone in
        guard zone.target != nil else { return zone }
        let range = zones.keys(of: zone)
        guard range.overlaps(keys) else { return nil }
        let common = range.clamped(to: keys)
        if common == range { return zone }
        var zone = zone
        zone.keys = common
        return zone
      }
    }
  }

  /// Keeps the velocity layer at `velocity`, and extends it to all velocities.
  static func keepLayer(_ contents: inout SoundFontContents, at velocity: UInt8) {
    for index in contents.presets.indices {
      contents.presets[index].zones = layer(contents.presets[index].zones, at: velocity)
    }
    for index in contents.instruments.indices {
      contents.instruments[index].zones = layer(contents.instruments[index].zones, at: velocity)
    }
  }

  private static func layer(
    _ zones: [SoundFontContents.Zone], at velocity: UInt8
  ) -> [SoundFontContents.Zone] {
    zones.compactMap { zone in
      guard zone.target == nil || zones.velocities(of: zone).contains(velocity) else { return nil }
      var zone = zone
      zone.velocities = nil
      return zone
    }
  }
}
