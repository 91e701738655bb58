import PeachInstrumentFiles

/// Restricts a bank to a key range or one velocity layer.
enum RangeRestriction {
  static func restrict(_ contents: inout SoundFontContents, to keys: ClosedRange<UInt8>) {
    for index in contents.presets.indices {
      let zones = contents.presets[index].zones
      contents.presets[index].zones = zones.compactMap { zone in
        guard zone.target != nil else { return zone }
        let range = zones.keys(of: zone)
        guard range.overlaps(keys) else { return nil }
        var zone = zone
        if range.clamped(to: keys) != range { zone.keys = range.clamped(to: keys) }
        return zone
      }
    }
  }

  /// Keeps the velocity layer at `velocity`, and extends it to all velocities.
  static func keepLayer(_ contents: inout SoundFontContents, at velocity: UInt8) {
    for index in contents.presets.indices { keep(velocity, of: &contents.presets[index].zones) }
    for index in contents.instruments.indices {
      keep(velocity, of: &contents.instruments[index].zones)
    }
  }

  private static func keep(_ velocity: UInt8, of zones: inout [SoundFontContents.Zone]) {
    zones = zones.compactMap { zone in
      guard zone.target == nil || zones.velocities(of: zone).contains(velocity) else { return nil }
      var zone = zone
      zone.velocities = nil
      return zone
    }
  }
}
