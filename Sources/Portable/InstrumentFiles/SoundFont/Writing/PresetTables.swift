import PeachInstrumentModel

/// The nine chunks of the pdta list (SoundFont 2.04 §7), each with its terminal record.
struct PresetTables {
  /// The maximum number of records for 16-bit indices, including the terminal record.
  static var recordLimit: Int { 65_535 }

  let bytes: [UInt8]

  /// Builds the tables; `presets` must be in their final order.
  init(
    presets: [SoundFontContents.Preset], instruments: [SoundFontContents.Instrument],
    samples: [SoundFontContents.Sample], ranges: [Range<Int>]
  ) throws(SoundFontWritingError) {
    let presetZones = ZoneBytes(presets.map { $0.zones }, terminal: .instrument)
    let instrumentZones = ZoneBytes(instruments.map { $0.zones }, terminal: .sampleID)
    var list = ByteList()
    let tables =
      [Self.headers(presets)] + presetZones.tables + [Self.headers(instruments)]
      + instrumentZones.tables + [Self.headers(samples, ranges)]
    for (table, records) in zip(PresetData.Table.allCases, tables) {
      // The terminal record is not counted.
      let count = records.bytes.count / table.recordSize - 1
      if count > Self.recordLimit {
        throw .tooManyRecords(chunk: table.code, count: count, limit: Self.recordLimit)
      }
      list.append(table.code, records.bytes)
    }
    bytes = list.bytes
  }

  /// §7.2.
  private static func headers(_ presets: [SoundFontContents.Preset]) -> ByteList {
    var list = ByteList()
    var firstZone = 0
    for preset in presets {
      list.append(preset.name.bytes)
      list.append(preset.program, preset.bank, UInt16(truncatingIfNeeded: firstZone))
      list.append(preset.library, preset.genre, preset.morphology)
      firstZone += preset.zones.count
    }
    list.append(FixedName(bytes: "EOP".utf8).bytes)
    list.append(0, 0, UInt16(truncatingIfNeeded: firstZone))
    list.append([UInt8](repeating: 0, count: 12))
    return list
  }

  /// §7.6.
  private static func headers(_ instruments: [SoundFontContents.Instrument]) -> ByteList {
    var list = ByteList()
    var firstZone = 0
    for instrument in instruments {
      list.append(instrument.name.bytes)
      list.append(UInt16(truncatingIfNeeded: firstZone))
      firstZone += instrument.zones.count
    }
    list.append(FixedName(bytes: "EOI".utf8).bytes)
    list.append(UInt16(truncatingIfNeeded: firstZone))
    return list
  }

  /// §7.10. The loop of a compressed sample counts from its own first frame.
  private static func headers(
    _ samples: [SoundFontContents.Sample], _ ranges: [Range<Int>]
  ) -> ByteList {
    var list = ByteList()
    for (sample, range) in zip(samples, ranges) {
      var type = sample.channel.rawValue
      var origin = range.lowerBound
      switch sample.recording {
      case .compressed:
        type |= 0x10
        origin = 0
      case .readOnlyMemory: type |= 0x8000
      default: break
      }
      let loop = sample.loopPoints
      list.append(sample.name.bytes)
      list.append(
        UInt32(truncatingIfNeeded: range.lowerBound), UInt32(truncatingIfNeeded: range.upperBound),
        UInt32(truncatingIfNeeded: origin + loop.start),
        UInt32(truncatingIfNeeded: origin + loop.end), sample.sampleRate)
      list.append([sample.originalPitch, UInt8(bitPattern: sample.pitchCorrection)])
      list.append(UInt16(truncatingIfNeeded: sample.partner ?? 0), type)
    }
    list.append(FixedName(bytes: "EOS".utf8).bytes)
    list.append([UInt8](repeating: 0, count: 26))
    return list
  }
}

/// Three chunks of zones: where each one's lists begin, its modulators, its generators.
private struct ZoneBytes {
  private var bags = ByteList()
  private var modulators = ByteList()
  private var generators = ByteList()
  var tables: [ByteList] { [bags, modulators, generators] }

  init(_ owners: [[SoundFontContents.Zone]], terminal: Generator) {
    for zone in owners.joined() {
      appendBag()
      // §8.1.2: first the keys, then the velocities, and last what is played.
      if let keys = zone.keys { append(.keyRange, range: keys) }
      if let velocities = zone.velocities { append(.velocityRange, range: velocities) }
      for record in zone.settings { generators.append(record.number, record.amount) }
      if let target = zone.target {
        generators.append(UInt16(terminal.rawValue), UInt16(truncatingIfNeeded: target))
      }
      for modulator in zone.modulators {
        modulators.append(
          modulator.source, modulator.destination, UInt16(bitPattern: modulator.amount),
          modulator.amountSource, modulator.transform)
      }
    }
    appendBag()
    generators.append([0, 0, 0, 0])
    modulators.append([UInt8](repeating: 0, count: 10))
  }

  private mutating func appendBag() {
    bags.append(
      UInt16(truncatingIfNeeded: generators.bytes.count / 4),
      UInt16(truncatingIfNeeded: modulators.bytes.count / 10))
  }

  private mutating func append(_ generator: Generator, range: ClosedRange<UInt8>) {
    generators.append(
      UInt16(generator.rawValue), UInt16(range.lowerBound) | UInt16(range.upperBound) << 8)
  }
}
