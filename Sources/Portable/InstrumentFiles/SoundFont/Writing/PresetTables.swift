import PeachInstrumentModel

/// The nine chunks of the pdta list (SoundFont 2.04 §7), each with its terminal record.
struct PresetTables {
  /// The maximum number of records that 16-bit indices can address, including the terminal
  /// record's.
  static var recordLimit: Int { 65_535 }

  /// The contents of the list.
  private(set) var bytes: [UInt8]

  /// Builds the tables; `presets` must be in their final order.
  init(
    presets: [SoundFontContents.Preset], instruments: [SoundFontContents.Instrument],
    samples: [SoundFontContents.Sample], ranges: [Range<Int>]
  ) throws(SoundFontWritingError) {
    let presetZones = ZoneBytes(presets.map { $0.zones }, terminal: .instrument)
    let instrumentZones = ZoneBytes(instruments.map { $0.zones }, terminal: .sampleID)
    var list = ByteList()
    list.append("phdr", try Self.headers(presets))
    list.append("pbag", try Self.checked("pbag", presetZones.bags, 4))
    list.append("pmod", try Self.checked("pmod", presetZones.modulators, 10))
    list.append("pgen", try Self.checked("pgen", presetZones.generators, 4))
    list.append("inst", try Self.headers(instruments))
    list.append("ibag", try Self.checked("ibag", instrumentZones.bags, 4))
    list.append("imod", try Self.checked("imod", instrumentZones.modulators, 10))
    list.append("igen", try Self.checked("igen", instrumentZones.generators, 4))
    list.append("shdr", try Self.headers(samples, ranges))
    bytes = list.bytes
  }

  private static func checked(
    _ chunk: FourCharacterCode, _ list: ByteList, _ recordSize: Int
  ) throws(SoundFontWritingError) -> [UInt8] {
    // The terminal record is not counted.
    let count = list.bytes.count / recordSize - 1
    if count > recordLimit {
      throw .tooManyRecords(chunk: chunk, count: count, limit: recordLimit)
    }
    return list.bytes
  }

  /// §7.2.
  private static func headers(
    _ presets: [SoundFontContents.Preset]
  ) throws(SoundFontWritingError) -> [UInt8] {
    var list = ByteList(capacity: 38 * (presets.count + 1))
    var firstZone = 0
    for preset in presets {
      list.append(preset.name)
      list.append(preset.program)
      list.append(preset.bank)
      list.append(UInt16(truncatingIfNeeded: firstZone))
      list.append(preset.library)
      list.append(preset.genre)
      list.append(preset.morphology)
      firstZone += preset.zones.count
    }
    list.append(FixedName(bytes: "EOP".utf8))
    list.append(UInt32(0))
    list.append(UInt16(truncatingIfNeeded: firstZone))
    list.append([UInt8](repeating: 0, count: 12))
    return try checked("phdr", list, 38)
  }

  /// §7.6.
  private static func headers(
    _ instruments: [SoundFontContents.Instrument]
  ) throws(SoundFontWritingError) -> [UInt8] {
    var list = ByteList(capacity: 22 * (instruments.count + 1))
    var firstZone = 0
    for instrument in instruments {
      list.append(instrument.name)
      list.append(UInt16(truncatingIfNeeded: firstZone))
      firstZone += instrument.zones.count
    }
    list.append(FixedName(bytes: "EOI".utf8))
    list.append(UInt16(truncatingIfNeeded: firstZone))
    return try checked("inst", list, 22)
  }

  /// §7.10. The loop of a compressed sample counts from its own first frame.
  private static func headers(
    _ samples: [SoundFontContents.Sample], _ ranges: [Range<Int>]
  ) throws(SoundFontWritingError) -> [UInt8] {
    var list = ByteList(capacity: 46 * (samples.count + 1))
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
      list.append(sample.name)
      list.append(UInt32(truncatingIfNeeded: range.lowerBound))
      list.append(UInt32(truncatingIfNeeded: range.upperBound))
      list.append(UInt32(truncatingIfNeeded: origin + (sample.loop?.lowerBound ?? 0)))
      list.append(UInt32(truncatingIfNeeded: origin + (sample.loop?.upperBound ?? 0)))
      list.append(sample.sampleRate)
      list.append(sample.originalPitch)
      list.append(UInt8(bitPattern: sample.pitchCorrection))
      list.append(UInt16(truncatingIfNeeded: sample.partner ?? 0))
      list.append(type)
    }
    list.append(FixedName(bytes: "EOS".utf8))
    list.append([UInt8](repeating: 0, count: 26))
    return try checked("shdr", list, 46)
  }
}

/// Three chunks of zones: where each one's lists begin, its modulators, its generators.
private struct ZoneBytes {
  var bags = ByteList()
  var modulators = ByteList()
  var generators = ByteList()

  init(_ owners: [[SoundFontContents.Zone]], terminal: Generator) {
    for zone in owners.joined() {
      appendBag()
      // §8.1.2: first the keys, then the velocities, and last what is played.
      if let keys = zone.keys { append(.keyRange, range: keys) }
      if let velocities = zone.velocities { append(.velocityRange, range: velocities) }
      for record in zone.settings { append(record.number, record.amount) }
      if let target = zone.target {
        append(UInt16(terminal.rawValue), UInt16(truncatingIfNeeded: target))
      }
      for modulator in zone.modulators {
        modulators.append(modulator.source)
        modulators.append(modulator.destination)
        modulators.append(UInt16(bitPattern: modulator.amount))
        modulators.append(modulator.amountSource)
        modulators.append(modulator.transform)
      }
    }
    appendBag()
    generators.append([0, 0, 0, 0])
    modulators.append([UInt8](repeating: 0, count: 10))
  }

  private mutating func appendBag() {
    bags.append(UInt16(truncatingIfNeeded: generators.bytes.count / 4))
    bags.append(UInt16(truncatingIfNeeded: modulators.bytes.count / 10))
  }

  private mutating func append(_ generator: Generator, range: ClosedRange<UInt8>) {
    append(
      UInt16(generator.rawValue), UInt16(range.lowerBound) | UInt16(range.upperBound) << 8)
  }

  private mutating func append(_ number: UInt16, _ amount: UInt16) {
    generators.append(number)
    generators.append(amount)
  }
}
