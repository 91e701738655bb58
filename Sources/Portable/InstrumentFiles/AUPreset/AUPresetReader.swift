import PeachInstrumentModel
import PeachMusicUnits

/// Reads `.aupreset` files of Apple's sampler: property lists in which all keys are optional.
///
/// The format is unpublished; the keys are those that AUSampler writes.
package struct AUPresetReader {
  package private(set) var instrument = SamplerInstrument()
  /// Messages about ignored settings.
  package private(set) var warnings = WarningList()

  /// The codes `aumu` (music device) and `samp` (sampler).
  private static var musicDevice: Int64 { 0x6175_6D75 }
  private static var sampler: Int64 { 0x7361_6D70 }
  /// The maximum number of connections of a layer: each adds to the cost of every note.
  private static var connectionLimit: Int { 256 }

  /// Reads a property list.
  ///
  /// - Throws: An error if it is the preset of another Audio Unit.
  package init(
    _ list: PropertyList, of file: UnsafeRawBufferPointer
  ) throws(InstrumentFileError) {
    let (type, subtype) = (list["type"]?.whole, list["subtype"]?.whole)
    if let type, type != Self.musicDevice {
      throw PropertyListReader.error(file, 0, .otherAudioUnit(code: Self.code(type)))
    }
    if let subtype, subtype != Self.sampler {
      throw PropertyListReader.error(file, 0, .otherAudioUnit(code: Self.code(subtype)))
    }
    guard let root = list["Instrument"], case .dictionary = root else {
      throw PropertyListReader.error(file, 0, .missing)
    }
    instrument.name = list["name"]?.text ?? root["name"]?.text ?? ""
    instrument.gainDecibels = Self.decibels(list["gain"]) + Self.decibels(root["gain"])
    instrument.tuneCents = Self.tune(list) + Self.tune(root)
    instrument.noteLimit = (root["voice count"]?.whole).flatMap { UInt16(exactly: $0) }
    if let pan = list["pan"]?.number, pan != 0 {
      warnings.add(.modulators, "Ignored the pan of the preset.")
    }
    instrument.lfos = root["LFOs"]?.elements.map { Self.lfo($0) } ?? []
    if root["Banks"] != nil {
      warnings.add(
        .file, "The preset refers to a sound bank, which was not opened. Open that file instead.")
    }
    readReferences(list)
    for (index, layer) in (root["Layers"]?.elements ?? []).enumerated() {
      instrument.layers.append(self.layer(layer, index))
    }
  }

  private static func code(_ number: Int64) -> FourCharacterCode {
    FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: number).byteSwapped)
  }

  private func clamp(_ value: Double, _ limit: Double) -> Double { min(max(value, -limit), limit) }

  private static func decibels(_ value: PropertyList?) -> Double {
    min(max(value?.number ?? 0, -144), 144)
  }

  /// Returns the sum of coarse and fine tune, in cents.
  private static func tune(_ list: PropertyList) -> Double {
    let cents = 100 * (list["coarse tune"]?.number ?? 0) + (list["fine tune"]?.number ?? 0)
    return min(max(cents, -12_000), 12_000)
  }

  private static func lfo(_ list: PropertyList) -> SamplerLFO {
    var lfo = SamplerLFO()
    if let rate = list["rate"]?.number { lfo.hertz = min(max(rate, 0.001), 100) }
    lfo.delaySeconds = seconds(list["delay"])
    return lfo
  }

  private static func seconds(_ value: PropertyList?) -> Double {
    min(max(value?.number ?? 0, 0), 1000)
  }

  private mutating func readReferences(_ list: PropertyList) {
    guard case .dictionary(let members)? = list["file-references"] else { return }
    for (key, value) in members {
      // `Sample:268435456`
      guard let path = value.text, key.hasPrefix("Sample:"),
        let number = DecimalNumber(text: key.utf8.dropFirst(7))?.integer
      else { continue }
      instrument.references[number] = path
    }
  }

  private mutating func layer(_ list: PropertyList, _ index: Int) -> SamplerLayer {
    var layer = SamplerLayer()
    layer.gainDecibels = Self.decibels(list["gain"])
    layer.tuneCents = Self.tune(list)
    layer.tuneCents += 100 * clamp(list["key offset"]?.number ?? 0, 127)
    // 11 is Apple's value for a layer that ignores note-off.
    layer.isOneShot = list["trigger mode"]?.whole == 11
    if let mode = list["trigger mode"]?.whole, mode != 0, mode != 11 {
      warnings.add(.modulators, "Ignored the unknown trigger mode \(mode) of layer \(index + 1).")
    }
    if let filter = list["Filters"], filter["enabled"]?.truth ?? true {
      layer.filter = self.filter(filter, index)
    }
    layer.lfos = list["LFOs"]?.elements.map { Self.lfo($0) } ?? []
    layer.envelopes = list["Envelopes"]?.elements.map { Self.envelope($0) } ?? []
    let connections = list["Connections"]?.elements ?? []
    if connections.count > Self.connectionLimit {
      warnings.add(
        .modulators,
        "Layer \(index + 1) has \(connections.count) connections; only the first "
          + "\(Self.connectionLimit) apply.")
    }
    layer.connections = connections.prefix(Self.connectionLimit).compactMap {
      SamplerConnection($0)
    }
    // A preset without connections has the default ones.
    if list["Connections"] == nil {
      layer.connections = SamplerConnection.defaults + [.level(.velocity, -96)]
    }
    let keys = Self.range(list, "min key", "max key")
    for (number, zone) in (list["Zones"]?.elements ?? []).enumerated() {
      if zone["enabled"]?.truth == false { continue }
      if let found = self.zone(zone, within: keys) {
        layer.zones.append(found)
      } else {
        warnings.add(
          .range, "Skipped zone \(number + 1) of layer \(index + 1): it has no keys.")
      }
    }
    return layer
  }

  private mutating func filter(_ list: PropertyList, _ index: Int) -> SamplerFilter {
    let cutoff = list["cutoff"]?.number ?? 20_000
    // The only type in the presets examined, all with the filter off.
    if let type = list["type"]?.whole, type != 40 {
      warnings.add(
        .modulators,
        "Replaced the filter of layer \(index + 1), of type \(type), by a low-pass filter.")
    }
    return SamplerFilter(
      cutoffHertz: min(max(cutoff, 1), 1e6),
      resonanceDecibels: clamp(list["resonance"]?.number ?? 0, 144))
  }

  private static func envelope(_ list: PropertyList) -> SamplerEnvelope {
    var envelope = SamplerEnvelope()
    for stage in list["Stages"]?.elements ?? [] {
      let time = seconds(stage["time"])
      switch stage["stage"]?.whole {
      case 0: envelope.delaySeconds = time
      case 1: envelope.attackSeconds = time
      case 2: envelope.holdSeconds = time
      case 3: envelope.decaySeconds = time
      case 4: envelope.sustain = min(max(stage["level"]?.number ?? 1, 0), 1)
      case 5: envelope.releaseSeconds = time
      default: break
      }
    }
    return envelope
  }

  /// Returns a range with optional bounds; `nil` if it is empty.
  private static func range(
    _ list: PropertyList, _ low: String, _ high: String
  ) -> ClosedRange<UInt8>? {
    let lowest = min(max(list[low]?.whole ?? 0, 0), 128)
    let highest = min(max(list[high]?.whole ?? 127, -1), 127)
    return lowest <= highest ? UInt8(lowest)...UInt8(highest) : nil
  }

  private static func frame(_ number: Int64) -> Int { Int(min(max(number, 0), 2_000_000_000)) }

  private func zone(_ list: PropertyList, within layer: ClosedRange<UInt8>?) -> SamplerZone? {
    guard let layer, let keys = Self.range(list, "min key", "max key"), keys.overlaps(layer),
      let velocities = Self.range(list, "min velocity", "max velocity")
    else { return nil }
    var zone = SamplerZone()
    zone.name = list["name"]?.text ?? ""
    zone.waveform = list["waveform"]?.whole ?? 0
    zone.rootKey = UInt8(min(max(list["root key"]?.whole ?? 60, 0), 127))
    zone.keys = keys.clamped(to: layer)
    zone.velocities = velocities
    zone.gainDecibels = Self.decibels(list["gain"])
    zone.tuneCents = Self.tune(list)
    zone.followsKeys = list["pitch tracking"]?.truth ?? true
    zone.looping = list["loop enabled"]?.truth ?? false ? .continuous : .none
    zone.loopStart = Self.frame(list["loop start"]?.whole ?? 0)
    // Inclusive: 11,999 for the built-in sine of 12,000 frames.
    zone.loopEnd = (list["loop end"]?.whole).map { Self.frame($0) + 1 }
    return zone
  }
}
