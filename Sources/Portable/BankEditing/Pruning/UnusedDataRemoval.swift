import PeachInstrumentFiles

/// Removes zones outside every preset's ranges, and unused instruments and samples.
enum UnusedDataRemoval {
  static func strip(_ contents: inout SoundFontContents, warnings: inout [String]) {
    stripInstrumentZones(&contents)
    stripPresets(&contents, &warnings)
    stripInstruments(&contents)
    stripSamples(&contents)
  }

  private struct KeyVelocitySet {
    /// A bit set of velocities for each key.
    private var velocities = [UInt128](repeating: 0, count: 128)

    private static func bits(_ range: ClosedRange<UInt8>) -> UInt128 {
      let upper = UInt128.max >> (127 - UInt128(range.upperBound))
      return upper & (UInt128.max << UInt128(range.lowerBound))
    }

    mutating func add(_ keys: ClosedRange<UInt8>, _ range: ClosedRange<UInt8>) {
      for key in keys { velocities[Int(key)] |= Self.bits(range) }
    }

    func overlaps(_ keys: ClosedRange<UInt8>, _ range: ClosedRange<UInt8>) -> Bool {
      keys.contains { velocities[Int($0)] & Self.bits(range) != 0 }
    }
  }

  private static func stripInstrumentZones(_ contents: inout SoundFontContents) {
    var played: [Int: KeyVelocitySet] = [:]
    for preset in contents.presets {
      for zone in preset.zones {
        guard let target = zone.target, contents.instruments.indices.contains(target)
        else { continue }
        played[target, default: KeyVelocitySet()].add(
          preset.zones.keys(of: zone), preset.zones.velocities(of: zone))
      }
    }
    for (index, set) in played {
      let zones = contents.instruments[index].zones
      contents.instruments[index].zones.removeAll { zone in
        zone.target != nil && !set.overlaps(zones.keys(of: zone), zones.velocities(of: zone))
      }
    }
  }

  /// Removes zones that play an empty instrument, and presets without other zones.
  private static func stripPresets(
    _ contents: inout SoundFontContents, _ warnings: inout [String]
  ) {
    let isPlayable = contents.instruments.map { $0.zones.contains { $0.target != nil } }
    for index in contents.presets.indices {
      contents.presets[index].zones.removeAll { zone in
        guard let target = zone.target, isPlayable.indices.contains(target) else { return false }
        return !isPlayable[target]
      }
    }
    contents.presets.removeAll { preset in
      if preset.zones.contains(where: { $0.target != nil }) { return false }
      warnings.append("Removed preset \(PresetSelection.label(preset)): it has no playable zones.")
      return true
    }
  }

  private static func stripInstruments(_ contents: inout SoundFontContents) {
    var isUsed = [Bool](repeating: false, count: contents.instruments.count)
    for zone in contents.presets.lazy.flatMap({ $0.zones }) {
      if let target = zone.target { isUsed[target] = true }
    }
    let indices = newIndices(isUsed)
    contents.instruments = kept(contents.instruments, isUsed)
    for preset in contents.presets.indices { retarget(&contents.presets[preset].zones, indices) }
  }

  /// Removes unused samples. The other channel of a stereo sample is kept even if no zone plays it.
  private static func stripSamples(_ contents: inout SoundFontContents) {
    var isUsed = [Bool](repeating: false, count: contents.samples.count)
    var pending = contents.instruments.flatMap { $0.zones.compactMap { $0.target } }
    while let index = pending.popLast() {
      if isUsed[index] { continue }
      isUsed[index] = true
      if let partner = contents.samples[index].partner { pending.append(partner) }
    }
    let indices = newIndices(isUsed)
    contents.samples = kept(contents.samples, isUsed)
    for sample in contents.samples.indices {
      if let partner = contents.samples[sample].partner {
        contents.samples[sample].partner = indices[partner]
      }
    }
    for instrument in contents.instruments.indices {
      retarget(&contents.instruments[instrument].zones, indices)
    }
  }

  private static func retarget(_ zones: inout [SoundFontContents.Zone], _ indices: [Int]) {
    for zone in zones.indices {
      if let target = zones[zone].target { zones[zone].target = indices[target] }
    }
  }

  /// Returns the index of each used element after the removal of unused ones.
  private static func newIndices(_ isUsed: [Bool]) -> [Int] {
    var next = 0
    return isUsed.map { used in
      defer { next += used ? 1 : 0 }
      return next
    }
  }

  private static func kept<Element>(_ all: [Element], _ isUsed: [Bool]) -> [Element] {
    all.indices.filter { isUsed[$0] }.map { all[$0] }
  }
}
