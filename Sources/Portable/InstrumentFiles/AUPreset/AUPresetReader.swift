package import PeachInstrumentModel
import PeachMusicUnits

/// The reader of `.aupreset` files of Apple's sampler, AUSampler.
/// Documentation/banks/instrument-files.md lists the supported keys and their units.
package enum AUPreset {
  /// Reads an XML or binary property list as a bank with one preset. Searches samples in `folders`.
  /// See ``InstrumentFile/read(_:folders:)``.
  package static func read(
    _ storage: ByteStorage, folders: SampleFolders? = nil
  ) throws(InstrumentFileError) -> SoundBank {
    let list = try PropertyListReader.read(storage.bytes)
    var reader = try AUPresetReader(list, of: storage.bytes)
    if let reference = SamplerBankReference(list), let bank = reference.open(in: folders, &reader) {
      return bank
    }
    return reader.instrument.soundBank(of: storage, folders: folders, warnings: reader.warnings)
  }
}

/// Reads `.aupreset` files of Apple's sampler: property lists whose keys are all optional. The
/// format is unpublished; the keys are those that AUSampler writes.
package struct AUPresetReader {
  package private(set) var instrument = SamplerInstrument()
  package internal(set) var warnings = WarningList()

  /// The maximum number of connections of a layer: each adds to the cost of every note.
  private static var connectionLimit: Int { 256 }

  /// Reads a property list. Throws if it is the preset of another Audio Unit.
  package init(_ list: PropertyList, of file: UnsafeRawBufferPointer) throws(InstrumentFileError) {
    // The codes `aumu` (music device) and `samp` (sampler).
    for (key, expected) in [("type", 0x6175_6D75 as Int64), ("subtype", 0x7361_6D70)] {
      guard let code = list[key]?.whole, code != expected else { continue }
      let letters = FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: code).byteSwapped)
      throw PropertyListReader.error(file, 0, .otherAudioUnit(code: letters))
    }
    guard let root = list["Instrument"], case .dictionary = root else {
      throw PropertyListReader.error(file, 0, .missing)
    }
    instrument.name = list["name"]?.text ?? root["name"]?.text ?? ""
    instrument.gainDecibels = list.decibels + root.decibels
    instrument.tuneCents = list.tuneCents + root.tuneCents
    instrument.noteLimit = (root["voice count"]?.whole).flatMap { UInt16(exactly: $0) }
    if let pan = list["pan"]?.number, pan != 0 {
      warnings.add(.modulators, "Ignored the pan of the preset.")
    }
    instrument.lfos = root.lfos
    readReferences(list)
    for (index, layer) in (root["Layers"]?.elements ?? []).enumerated() {
      instrument.layers.append(self.layer(layer, index))
    }
  }

  private mutating func readReferences(_ list: PropertyList) {
    guard case .dictionary(let members)? = list["file-references"] else { return }
    for (key, value) in members.pairs {
      // `Sample:268435456`
      guard let path = value.text, key.text.hasPrefix("Sample:"),
        let number = DecimalNumber(text: key.text.utf8.dropFirst(7))?.integer
      else { continue }
      instrument.references.setValue(path, for: number)
    }
  }

  private mutating func layer(_ list: PropertyList, _ index: Int) -> SamplerLayer {
    var layer = SamplerLayer()
    layer.gainDecibels = list.decibels
    layer.tuneCents = list.tuneCents + 100 * list.number("key offset", in: -127...127)
    // 11 is Apple's value for a layer that ignores note-off.
    layer.isOneShot = list["trigger mode"]?.whole == 11
    if let mode = list["trigger mode"]?.whole, mode != 0, mode != 11 {
      warnings.add(.modulators, "Ignored the unknown trigger mode \(mode) of layer \(index + 1).")
    }
    if let filter = list["Filters"], filter["enabled"]?.truth ?? true {
      layer.filter = self.filter(filter, index)
    }
    layer.lfos = list.lfos
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
        warnings.add(.range, "Skipped zone \(number + 1) of layer \(index + 1): it has no keys.")
      }
    }
    return layer
  }

  private mutating func filter(_ list: PropertyList, _ index: Int) -> SamplerFilter {
    // The only type in the presets examined, all with the filter off.
    if let type = list["type"]?.whole, type != 40 {
      warnings.add(
        .modulators,
        "Replaced the filter of layer \(index + 1), of type \(type), by a low-pass filter.")
    }
    return SamplerFilter(
      cutoffHertz: list.number("cutoff", in: 1...1e6, or: 20_000),
      resonanceDecibels: list.number("resonance", in: -144...144))
  }

  private static func envelope(_ list: PropertyList) -> SamplerEnvelope {
    var envelope = SamplerEnvelope()
    for stage in list["Stages"]?.elements ?? [] {
      let time = stage.seconds("time")
      switch stage["stage"]?.whole {
      case 0: envelope.delaySeconds = time
      case 1: envelope.attackSeconds = time
      case 2: envelope.holdSeconds = time
      case 3: envelope.decaySeconds = time
      case 4: envelope.sustain = stage.number("level", in: 0...1, or: 1)
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

  private func zone(_ list: PropertyList, within layer: ClosedRange<UInt8>?) -> SamplerZone? {
    guard let layer, let keys = Self.range(list, "min key", "max key")?.intersection(layer),
      let velocities = Self.range(list, "min velocity", "max velocity")
    else { return nil }
    func frame(_ number: Int64) -> Int { Int(min(max(number, 0), 2_000_000_000)) }
    var zone = SamplerZone()
    zone.name = list["name"]?.text ?? ""
    zone.waveform = list["waveform"]?.whole ?? 0
    zone.rootKey = UInt8(min(max(list["root key"]?.whole ?? 60, 0), 127))
    zone.keys = keys
    zone.velocities = velocities
    zone.gainDecibels = list.decibels
    zone.tuneCents = list.tuneCents
    zone.followsKeys = list["pitch tracking"]?.truth ?? true
    zone.looping = list["loop enabled"]?.truth ?? false ? .continuous : .none
    zone.loopStart = frame(list["loop start"]?.whole ?? 0)
    // Inclusive: 11,999 for the built-in sine of 12,000 frames.
    zone.loopEnd = (list["loop end"]?.whole).map { frame($0) + 1 }
    return zone
  }
}

extension PropertyList {
  fileprivate func number(
    _ key: String, in range: ClosedRange<Double>, or missing: Double = 0
  ) -> Double { min(max(self[key]?.number ?? missing, range.lowerBound), range.upperBound) }

  fileprivate func seconds(_ key: String) -> Double { number(key, in: 0...1000) }
  fileprivate var decibels: Double { number("gain", in: -144...144) }

  fileprivate var tuneCents: Double {
    let cents = 100 * (self["coarse tune"]?.number ?? 0) + (self["fine tune"]?.number ?? 0)
    return min(max(cents, -12_000), 12_000)
  }

  fileprivate var lfos: [SamplerLFO] {
    (self["LFOs"]?.elements ?? []).map {
      SamplerLFO(
        hertz: $0.number("rate", in: 0.001...100, or: 5), delaySeconds: $0.seconds("delay"))
    }
  }
}
