import PeachInstrumentFiles

/// Leaves out what no preset can sound: zones beyond every preset's ranges, instruments and samples
/// that nothing plays. Nothing that sounds is changed.
enum UnusedDataRemoval {
  static func strip(_ contents: inout SoundFontContents, warnings: inout [String]) {
    stripInstrumentZones(&contents)
    stripPresets(&contents, &warnings)
    stripInstruments(&contents)
    stripSamples(&contents)
  }

  /// The keys and velocities at which something is heard.
  private struct Reach {
    /// For each key the velocities, a bit for each.
    private var velocities = [UInt128](repeating: 0, count: 128)

    private static func bits(_ range: ClosedRange<UInt8>) -> UInt128 {
      let upper = UInt128.max >> (127 - UInt128(range.upperBound))
      return upper & (UInt128.max << UInt128(range.lowerBound))
    }

    mutating func add(_ keys: ClosedRange<UInt8>, _ range: ClosedRange<UInt8>) {
      for key in keys { velocities[Int(key)] |= Self.bits(range) }
    }

    func meets(_ keys: ClosedRange<UInt8>, _ range: ClosedRange<UInt8>) -> Bool {
      keys.contains { velocities[Int($0)] & Self.bits(range) != 0 }
    }
  }

  private static func stripInstrumentZones(_ contents: inout SoundFontContents) {
    var reaches = [Reach?](repeating: nil, count: contents.instruments.count)
    for preset in contents.presets {
      let global = preset.zones.global
      for zone in preset.zones {
        guard let target = zone.target, reaches.indices.contains(target) else { continue }
        var reach = reaches[target] ?? Reach()
        reach.add(
          zone.keys ?? global?.keys ?? 0...127, zone.velocities ?? global?.velocities ?? 0...127)
        reaches[target] = reach
      }
    }
    for (place, reach) in reaches.enumerated() {
      guard let reach else { continue }
      let global = contents.instruments[place].zones.global
      contents.instruments[place].zones.removeAll { zone in
        zone.target != nil
          && !reach.meets(
            zone.keys ?? global?.keys ?? 0...127, zone.velocities ?? global?.velocities ?? 0...127)
      }
    }
  }

  /// Zones that play an instrument without sound go, and presets without such zones.
  private static func stripPresets(
    _ contents: inout SoundFontContents, _ warnings: inout [String]
  ) {
    let sounds = contents.instruments.map { $0.zones.contains { $0.target != nil } }
    for place in contents.presets.indices {
      contents.presets[place].zones.removeAll { zone in
        guard let target = zone.target, sounds.indices.contains(target) else { return false }
        return !sounds[target]
      }
    }
    contents.presets.removeAll { preset in
      if preset.zones.contains(where: { $0.target != nil }) { return false }
      warnings.append(
        "Preset \(PresetSelection.label(preset)) has nothing left to play and is left out.")
      return true
    }
  }

  private static func stripInstruments(_ contents: inout SoundFontContents) {
    var isUsed = [Bool](repeating: false, count: contents.instruments.count)
    for zone in contents.presets.lazy.flatMap({ $0.zones }) {
      if let target = zone.target { isUsed[target] = true }
    }
    let places = newPlaces(isUsed)
    contents.instruments = kept(contents.instruments, isUsed)
    for preset in contents.presets.indices {
      for zone in contents.presets[preset].zones.indices {
        if let target = contents.presets[preset].zones[zone].target {
          contents.presets[preset].zones[zone].target = places[target]
        }
      }
    }
  }

  /// The other half of a pair is kept with it, whether or not a zone plays it.
  private static func stripSamples(_ contents: inout SoundFontContents) {
    var isUsed = [Bool](repeating: false, count: contents.samples.count)
    var waiting: [Int] = []
    for zone in contents.instruments.lazy.flatMap({ $0.zones }) {
      if let target = zone.target { waiting.append(target) }
    }
    while let place = waiting.popLast() {
      if isUsed[place] { continue }
      isUsed[place] = true
      if let partner = contents.samples[place].partner { waiting.append(partner) }
    }
    let places = newPlaces(isUsed)
    contents.samples = kept(contents.samples, isUsed)
    for sample in contents.samples.indices {
      if let partner = contents.samples[sample].partner {
        contents.samples[sample].partner = places[partner]
      }
    }
    for instrument in contents.instruments.indices {
      for zone in contents.instruments[instrument].zones.indices {
        if let target = contents.instruments[instrument].zones[zone].target {
          contents.instruments[instrument].zones[zone].target = places[target]
        }
      }
    }
  }

  /// Where each that is used will be among those that are.
  private static func newPlaces(_ isUsed: [Bool]) -> [Int] {
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
