import PeachInstrumentModel

/// A chunk of records of equal size that ends with a terminal record.
struct RecordTable {
  let chunk: RIFFChunk
  let recordSize: Int
  let count: Int
  private let bytes: UnsafeRawBufferPointer

  /// Validates the size of a chunk, which must contain at least one record.
  init(
    _ chunk: RIFFChunk, _ table: PresetData.Table, _ bytes: UnsafeRawBufferPointer
  ) throws(InstrumentFileError) {
    let size = chunk.content.count
    recordSize = table.recordSize
    count = size / recordSize
    guard size % recordSize == 0 else {
      throw chunk.error(.notMultiple(size: size, recordSize: recordSize))
    }
    guard count >= 1 else { throw chunk.error(.tooFewRecords(count: count, minimum: 1)) }
    guard count <= PresetData.recordLimit else {
      throw chunk.error(.tooManyRecords(count: count, limit: PresetData.recordLimit))
    }
    self.chunk = chunk
    self.bytes = bytes
  }

  /// Reads all records; `make` must not read more than ``recordSize`` bytes.
  func records<Record>(_ make: (inout RecordFields) -> Record) -> [Record] {
    [Record](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let offset = chunk.content.lowerBound + index * recordSize
        var fields = RecordFields(bytes: bytes, offset: offset)
        buffer.initializeElement(at: index, to: make(&fields))
      }
      initialized = count
    }
  }

  /// Returns the headers of presets or instruments, without the terminal record. A header's zones
  /// end at those of the next header. If the terminal record is missing, the last header's zones
  /// end with the zone table.
  func zoneOwners<Owner: ZoneOwner>(
    terminal: String, _ zones: ZoneTable, _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) -> [Owner] {
    var owners = records { Owner(&$0) }
    var previous: UInt16 = 0
    for (record, owner) in owners.enumerated() {
      let first = owner.firstZone
      try check(record, previous, first, limit: zones.count, tableCount: zones.bags.count)
      if record > 0 { owners[record - 1].endZone = first }
      previous = first
    }
    let end = UInt16(clamping: zones.count)
    let last = owners[count - 1]
    if previous != end && !last.name.isEmpty && last.name != FixedName(bytes: terminal.utf8) {
      addMissingTerminalRecord(&faults)
      owners[count - 1].endZone = end
      return owners
    }
    if previous != end { addUnassignedRecords(Int(end) - Int(previous), &faults) }
    owners.removeLast()
    return owners
  }

  /// §7.10. The terminal record is recognized by its name or by being empty.
  func samples(_ faults: inout SoundFontFaultList) -> [SampleHeader] {
    var headers = records {
      SampleHeader(
        name: FixedName(&$0), start: $0.next(), end: $0.next(), loopStart: $0.next(),
        loopEnd: $0.next(), sampleRate: $0.next(), originalPitch: $0.next(),
        pitchCorrection: $0.next(), link: $0.next(), type: $0.next())
    }
    let last = headers[count - 1]
    if last.end <= last.start || last.name == FixedName(bytes: "EOS".utf8) {
      headers.removeLast()
    } else {
      addMissingTerminalRecord(&faults)
    }
    return headers
  }

  private func addMissingTerminalRecord(_ faults: inout SoundFontFaultList) {
    faults.add(.file, .missingTerminalRecord(chunk.code), at: chunk.headerOffset)
  }

  private func addUnassignedRecords(_ count: Int, _ faults: inout SoundFontFaultList) {
    faults.add(.file, .unassignedRecords(chunk.code, count: count), at: chunk.headerOffset)
  }

  /// Throws if an index is less than the previous one, or exceeds `limit` or else `tableCount`.
  fileprivate func check(
    _ record: Int, _ previous: UInt16, _ index: UInt16, limit: Int? = nil, tableCount: Int
  ) throws(InstrumentFileError) {
    if index < previous {
      throw chunk.error(.indexDecreases(record: record, from: Int(previous), to: Int(index)))
    }
    if Int(index) > limit ?? tableCount {
      throw chunk.error(.indexBeyondTable(record: record, index: Int(index), count: tableCount))
    }
  }

  /// Only the terminal record may follow the records that belong to a zone.
  fileprivate func checkUnusedRecords(after last: UInt16, _ faults: inout SoundFontFaultList) {
    let unused = count - 1 - Int(last)
    if unused < 0 { addMissingTerminalRecord(&faults) }
    if unused > 0 { addUnassignedRecords(unused, &faults) }
  }
}

/// Reads the fields of a record in order, within bytes that the caller has validated.
struct RecordFields {
  let bytes: UnsafeRawBufferPointer
  var offset: Int

  mutating func next<Field: FixedWidthInteger>() -> Field {
    defer { offset += MemoryLayout<Field>.size }
    return bytes.integer(validOffset: offset)
  }
}

/// The header of a preset or an instrument.
protocol ZoneOwner {
  var name: FixedName { get }
  var firstZone: UInt16 { get }
  /// The end of the zones, exclusive.
  var endZone: UInt16 { get set }
  init(_ fields: inout RecordFields)
}

extension PresetHeader {
  init(_ fields: inout RecordFields) {
    self.init(
      name: FixedName(&fields), program: fields.next(), bank: fields.next(),
      firstZone: fields.next(), library: fields.next(), genre: fields.next(),
      morphology: fields.next())
  }
}

extension InstrumentHeader {
  init(_ fields: inout RecordFields) {
    self.init(name: FixedName(&fields), firstZone: fields.next())
  }
}

extension Modulator {
  /// Reads a record of 10 bytes (§7.4).
  init(_ fields: inout RecordFields) {
    self.init(
      source: fields.next(), destination: fields.next(), amount: fields.next(),
      amountSource: fields.next(), transform: fields.next())
  }
}

extension ZoneTable {
  /// Reads the zones of three chunks. Throws if indices decrease or exceed their table (§7.3).
  init(
    bags: RecordTable, generators: RecordTable, modulators: RecordTable,
    _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) {
    self.init(
      bags: bags.records { Bag(generator: $0.next(), modulator: $0.next()) },
      generators: generators.records { GeneratorRecord(number: $0.next(), amount: $0.next()) },
      modulators: modulators.records { Modulator(&$0) })
    var previous = Bag(generator: 0, modulator: 0)
    for (record, bag) in self.bags.enumerated() {
      try bags.check(record, previous.generator, bag.generator, tableCount: generators.count)
      try bags.check(record, previous.modulator, bag.modulator, tableCount: modulators.count)
      previous = bag
    }
    generators.checkUnusedRecords(after: previous.generator, &faults)
    modulators.checkUnusedRecords(after: previous.modulator, &faults)
  }
}
