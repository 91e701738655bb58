import PeachInstrumentModel

/// Makes contents of a file's tables: what counts is kept, what every player must ignore is not.
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
      var instrument = SoundFontContents.Instrument("", zones: zones)
      instrument.name = header.name.cleaned
      return instrument
    }
    for header in font.presets {
      let zones = zones(
        header.zones, font.presetZones, .preset, count: font.instruments.count
      ) { .presetZone(header.name, index: $0) }
      if zones.isEmpty {
        faults.add(.preset(header.name), .emptyPreset)
        continue
      }
      var preset = SoundFontContents.Preset(
        "", bank: header.bank, program: header.program, zones: zones)
      preset.name = header.name.cleaned
      preset.library = header.library
      preset.genre = header.genre
      preset.morphology = header.morphology
      contents.presets.append(preset)
    }
    contents.warnings = faults.sentences
    return contents
  }

  /// Lists within the list are left out: the one that is known holds the upper halves of indices,
  /// which are others in the next file.
  private mutating func information() -> [SoundFontContents.Information] {
    var kept: [SoundFontContents.Information] = []
    for chunk in font.information where chunk.code != "ifil" {
      if chunk.code == RIFFReader.list {
        faults.add(.file, .nestedInformationList)
        continue
      }
      kept.append(.init(chunk.code, Array(font.storage.bytes.slice(chunk.bytes))))
    }
    return kept
  }
}

// Zones, §7.3 to 7.5 and 7.7 to 7.9.
extension ContentsReading {
  /// A range as the file has it: none, some keys, or none at all.
  private enum SaidRange {
    case unsaid
    case said(ClosedRange<UInt8>)
    case impossible

    init(_ amount: UInt16) {
      let low = UInt8(truncatingIfNeeded: amount)
      let high = min(UInt8(truncatingIfNeeded: amount >> 8), 127)
      self = low <= high ? .said(low...high) : .impossible
    }

    var keys: ClosedRange<UInt8>? {
      if case .said(let keys) = self { return keys }
      return nil
    }

    var isSaid: Bool {
      if case .unsaid = self { return false }
      return true
    }

    var isImpossible: Bool {
      if case .impossible = self { return true }
      return false
    }
  }

  /// The zones that count: those that name something there is, and a global one before them. What
  /// is left out here is said when the file is read.
  private mutating func zones(
    _ range: Range<Int>, _ table: ZoneTable, _ level: ZoneContents.Level, count: Int,
    of subject: (_ index: Int) -> SoundFontFault.Subject
  ) -> [SoundFontContents.Zone] {
    var zones: [SoundFontContents.Zone] = []
    var isSilent = (keys: false, velocities: false)
    for index in range {
      let (zone, keys, velocities) = zone(
        index, table, level, of: subject(index - range.lowerBound))
      if let target = zone.target {
        let isHeard =
          !keys.isImpossible && !velocities.isImpossible
          && !(isSilent.keys && zone.keys == nil)
          && !(isSilent.velocities && zone.velocities == nil)
        if target < count && isHeard { zones.append(zone) }
      } else if index == range.lowerBound {
        isSilent = (keys.isImpossible, velocities.isImpossible)
        zones.append(zone)
      }
    }
    // A global zone has something only for zones that play.
    return zones.count == 1 && zones[0].target == nil ? [] : zones
  }

  private mutating func zone(
    _ index: Int, _ table: ZoneTable, _ level: ZoneContents.Level,
    of subject: SoundFontFault.Subject
  ) -> (SoundFontContents.Zone, keys: SaidRange, velocities: SaidRange) {
    var zone = SoundFontContents.Zone(plays: nil)
    zone.modulators = Array(table.modulators(ofZone: index))
    var keys = SaidRange.unsaid
    var velocities = SaidRange.unsaid
    var misplaced = 0
    for (place, record) in table.generators(ofZone: index).enumerated() {
      if zone.target != nil {
        misplaced += 1
        continue
      }
      let known = UInt8(exactly: record.number).flatMap(Generator.init(rawValue:))
      switch known {
      case .keyRange? where place == 0: keys = SaidRange(record.amount)
      case .velocityRange? where place == 0 || (place == 1 && keys.isSaid):
        velocities = SaidRange(record.amount)
      case level.terminal?: zone.target = Int(record.amount)
      case let generator? where !level.allows(generator): misplaced += 1
      default: zone.settings.append(record)
      }
    }
    zone.keys = keys.keys
    zone.velocities = velocities.keys
    if misplaced > 0 { faults.add(subject, .ignoredGenerators(count: misplaced)) }
    return (zone, keys, velocities)
  }
}

// Samples, §7.10.
extension ContentsReading {
  private mutating func samples() -> [SoundFontContents.Sample] {
    let read = SampleReading(font: font).samples(&faults)
    return font.samples.indices.map { index in
      let header = font.samples[index]
      var sample = SoundFontContents.Sample(
        "", recording(read[index].encoding, header), sampleRate: UInt32(read[index].sampleRate),
        originalPitch: header.originalPitch == 255 ? 255 : read[index].rootKey,
        pitchCorrection: header.pitchCorrection, loop: read[index].loop,
        channel: .init(rawValue: header.type & 0xF) ?? .mono, partner: read[index].partner)
      sample.name = header.name.cleaned
      if header.isInROM { sample.loop = loopInROM(header) }
      let link = Int(header.link)
      if sample.channel == .linked, link < font.samples.count, link != index {
        sample.partner = link
      }
      return sample
    }
  }

  /// A broken sample keeps its place and has no frames.
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
  /// The same name with nothing but zeros behind its first zero (§7.2).
  var cleaned: FixedName { FixedName(bytes: bytes.prefix { $0 != 0 }) }
}

extension SoundFont {
  /// What is in the file, to be changed and written again.
  ///
  /// It means the same: zones keep their order, generators and modulators; lists keep theirs, so
  /// that places are those of the file. Left out is what no player may heed: zones that name
  /// nothing there is, generators where they do not count, presets without zones; numbers no
  /// sample can have become those that they are taken for. Each is one of
  /// ``SoundFontContents/warnings``. Takes milliseconds; no sample data is touched.
  public func contents() -> SoundFontContents {
    var reading = ContentsReading(font: self)
    return reading.contents()
  }
}
