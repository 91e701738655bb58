import PeachInstrumentModel

/// Converts a file's tables to editable contents, without what players must ignore.
struct ContentsReading {
  private let font: SoundFont
  private var faults: SoundFontFaultList

  init(font: SoundFont) {
    self.font = font
    faults = font.faults
  }

  mutating func contents() -> SoundFontContents {
    var contents = SoundFontContents(name: "", version: font.version)
    contents.information = information()
    contents.samples = samples()
    contents.instruments = font.instruments.map { header in
      let zones = zones(
        header.zones, font.instrumentZones, .instrument, count: font.samples.count
      ) { .instrumentZone(header.name, index: $0) }
      return SoundFontContents.Instrument(name: header.name.cleaned, zones: zones)
    }
    for header in font.presets {
      let zones = zones(
        header.zones, font.presetZones, .preset, count: font.instruments.count
      ) { .presetZone(header.name, index: $0) }
      if zones.isEmpty {
        faults.add(.preset(header.name), .emptyPreset)
        continue
      }
      contents.presets.append(
        SoundFontContents.Preset(
          name: header.name.cleaned, bank: header.bank, program: header.program,
          library: header.library, genre: header.genre, morphology: header.morphology,
          zones: zones))
    }
    contents.warnings = faults.warnings
    return contents
  }

  /// Drops nested lists: the known kind contains the upper 16 bits of indices, which change when
  /// the file is rewritten.
  private mutating func information() -> [SoundFontContents.Information] {
    font.information.compactMap { chunk in
      if chunk.code == RIFFReader.list { faults.add(.file, .nestedInformationList) }
      if chunk.code == RIFFReader.list || chunk.code == "ifil" { return nil }
      return .init(chunk.code, Array(font.storage.bytes.slice(chunk.content)))
    }
  }
}

// Zones, §7.3 to 7.5 and 7.7 to 7.9.
extension ContentsReading {
  /// A zone, and whether its ranges are empty.
  private struct CheckedZone {
    var zone: SoundFontContents.Zone
    var hasEmptyKeys = false
    var hasEmptyVelocities = false
  }

  /// Returns a global zone and the zones with an existing target. Reading has reported the others.
  private mutating func zones(
    _ range: Range<Int>, _ table: ZoneTable, _ level: ZoneContents.Level, count: Int,
    of subject: (_ index: Int) -> SoundFontFault.Subject
  ) -> [SoundFontContents.Zone] {
    var zones: [SoundFontContents.Zone] = []
    var global: CheckedZone?
    for index in range {
      let checked = zone(index, table, level, of: subject(index - range.lowerBound))
      let zone = checked.zone
      if let target = zone.target {
        let isSilent =
          checked.hasEmptyKeys || checked.hasEmptyVelocities
          || (zone.keys == nil && global?.hasEmptyKeys == true)
          || (zone.velocities == nil && global?.hasEmptyVelocities == true)
        if target < count && !isSilent { zones.append(zone) }
      } else if index == range.lowerBound {
        global = checked
        zones.append(zone)
      }
    }
    // A global zone without others has no effect.
    return zones.count == 1 && zones[0].target == nil ? [] : zones
  }

  private mutating func zone(
    _ index: Int, _ table: ZoneTable, _ level: ZoneContents.Level,
    of subject: SoundFontFault.Subject
  ) -> CheckedZone {
    var zone = SoundFontContents.Zone(plays: nil)
    zone.modulators = Array(table.modulators(ofZone: index))
    var keys: UInt16?
    var velocities: UInt16?
    var misplaced = 0
    for (position, record) in table.generators(ofZone: index).enumerated() {
      if zone.target != nil {
        misplaced += 1
        continue
      }
      switch record.generator {
      case .keyRange? where position == 0: keys = record.amount
      case .velocityRange? where position == 0 || (position == 1 && keys != nil):
        velocities = record.amount
      case level.terminal?: zone.target = Int(record.amount)
      case let generator? where !level.allows(generator): misplaced += 1
      default: zone.settings.append(record)
      }
    }
    zone.keys = keys.flatMap(ZoneContents.range)
    zone.velocities = velocities.flatMap(ZoneContents.range)
    if misplaced > 0 { faults.add(subject, .ignoredGenerators(count: misplaced)) }
    return CheckedZone(
      zone: zone, hasEmptyKeys: keys != nil && zone.keys == nil,
      hasEmptyVelocities: velocities != nil && zone.velocities == nil)
  }
}

// Samples, §7.10.
extension ContentsReading {
  private mutating func samples() -> [SoundFontContents.Sample] {
    let read = SampleReading(font: font).samples(&faults)
    return font.samples.indices.map { index in
      let (header, known) = (font.samples[index], read[index])
      var sample = SoundFontContents.Sample(
        name: header.name.cleaned, recording: recording(known.encoding, header),
        loopPoints: header.isInROM ? LoopPoints(loopInROM(header)) : known.loopPoints,
        sampleRate: UInt32(known.sampleRate),
        originalPitch: header.originalPitch == 255 ? 255 : known.rootKey,
        pitchCorrection: header.pitchCorrection,
        channel: .init(rawValue: header.type & 0xF) ?? .mono, partner: known.partner)
      let link = Int(header.link)
      if sample.channel == .linked, link < font.samples.count, link != index {
        sample.partner = link
      }
      return sample
    }
  }

  /// Returns the recording, without frames if the sample is invalid.
  private func recording(
    _ encoding: Sample.Encoding, _ header: SampleHeader
  ) -> SoundFontContents.Sample.Recording {
    func stored(_ range: Range<Int>) -> StoredBytes { StoredBytes(font.storage, range) }
    switch encoding {
    case .integer16(let range): return .integer16(stored(range))
    case .integer24(let high, let low): return .integer24(high: stored(high), low: stored(low))
    case .compressed(let range): return .compressed(stored(range))
    case .missing, .unsigned8, .file:
      if header.isInROM { return .readOnlyMemory(header.start..<max(header.start, header.end)) }
      return .integer16(stored(0..<0))
    }
  }

  private func loopInROM(_ header: SampleHeader) -> Range<Int>? {
    guard header.start <= header.loopStart, header.loopStart < header.loopEnd,
      header.loopEnd <= header.end
    else { return nil }
    return Int(header.loopStart - header.start)..<Int(header.loopEnd - header.start)
  }
}

extension FixedName {
  /// The name with zeros after its first zero byte (§7.2).
  var cleaned: FixedName { FixedName(bytes: bytes.prefix { $0 != 0 }) }
}

extension SoundFont {
  /// Returns the contents of the file for editing and writing. Zones, generators, modulators and
  /// lists keep their order and indices. Drops what players must ignore: zones without an existing
  /// target, generators in invalid positions, and presets without zones. Replaces invalid numbers
  /// of samples by the ones that players use. Reports each change in
  /// ``SoundFontContents/warnings``. Reads no sample data.
  package func contents() -> SoundFontContents {
    var reading = ContentsReading(font: self)
    return reading.contents()
  }
}
