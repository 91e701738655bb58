import PeachInstrumentFiles

/// Leaves of a bank what answers some keys, or one velocity.
enum RangeRestriction {
  /// Presets answer these keys only. What an instrument plays beyond is not heard any more.
  static func restrict(_ contents: inout SoundFontContents, to keys: ClosedRange<UInt8>) {
    for place in contents.presets.indices {
      let global = contents.presets[place].zones.global
      contents.presets[place].zones = contents.presets[place].zones.compactMap { zone in
        guard zone.target != nil else { return zone }
        let own = zone.keys ?? global?.keys ?? 0...127
        guard own.overlaps(keys) else { return nil }
        let common = own.clamped(to: keys)
        if common == own { return zone }
        var zone = zone
        zone.keys = common
        return zone
      }
    }
  }

  /// Of all layers the one that answers this velocity is left, and answers all.
  static func keepLayer(_ contents: inout SoundFontContents, at velocity: UInt8) {
    for place in contents.presets.indices {
      contents.presets[place].zones = layer(contents.presets[place].zones, at: velocity)
    }
    for place in contents.instruments.indices {
      contents.instruments[place].zones = layer(contents.instruments[place].zones, at: velocity)
    }
  }

  private static func layer(
    _ zones: [SoundFontContents.Zone], at velocity: UInt8
  ) -> [SoundFontContents.Zone] {
    let global = zones.global
    return zones.compactMap { zone in
      let velocities = zone.velocities ?? global?.velocities ?? 0...127
      guard zone.target == nil || velocities.contains(velocity) else { return nil }
      var zone = zone
      zone.velocities = nil
      return zone
    }
  }
}

extension [SoundFontContents.Zone] {
  /// The zone whose settings the others share, where there is one.
  var global: SoundFontContents.Zone? { first.flatMap { $0.target == nil ? $0 : nil } }
}
