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

  /// Reads all records; calls `make` with the offset of each.
  private func records<Record>(_ make: (UnsafeRawBufferPointer, Int) -> Record) -> [Record] {
    [Record](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count {
        let offset = chunk.content.lowerBound + index * recordSize
        buffer.initializeElement(at: index, to: make(bytes, offset))
      }
      initialized = count
    }
  }

  /// §7.3, 7.7.
  func bags() -> [ZoneTable.Bag] {
    records { bytes, offset in
      ZoneTable.Bag(
        generator: bytes.uint16(validOffset: offset),
        modulator: bytes.uint16(validOffset: offset + 2))
    }
  }

  /// §7.5, 7.9.
  func generators() -> [ZoneTable.GeneratorRecord] {
    records { bytes, offset in
      .init(
        number: bytes.uint16(validOffset: offset), amount: bytes.uint16(validOffset: offset + 2))
    }
  }

  /// §7.4, 7.8.
  func modulators() -> [Modulator] { records { Modulator($0, validOffset: $1) } }

  /// §7.2.
  func presets(
    zones: ZoneTable, _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) -> [PresetHeader] {
    var headers = records { bytes, offset in
      PresetHeader(
        name: FixedName(bytes, at: offset), program: bytes.uint16(validOffset: offset + 20),
        bank: bytes.uint16(validOffset: offset + 22),
        firstZone: bytes.uint16(validOffset: offset + 24), endZone: 0,
        library: bytes.uint32(validOffset: offset + 26),
        genre: bytes.uint32(validOffset: offset + 30),
        morphology: bytes.uint32(validOffset: offset + 34))
    }
    let ends = try zoneEnds(
      headers.map { $0.firstZone }, lastName: headers[count - 1].name, terminal: "EOP", zones,
      &faults)
    headers.removeSubrange(ends.count...)
    for index in headers.indices { headers[index].endZone = ends[index] }
    if headers.isEmpty { faults.add(.file, .noPresets) }
    return headers
  }

  /// §7.6.
  func instruments(
    zones: ZoneTable, _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) -> [InstrumentHeader] {
    var headers = records { bytes, offset in
      InstrumentHeader(
        name: FixedName(bytes, at: offset), firstZone: bytes.uint16(validOffset: offset + 20),
        endZone: 0)
    }
    let ends = try zoneEnds(
      headers.map { $0.firstZone }, lastName: headers[count - 1].name, terminal: "EOI", zones,
      &faults)
    headers.removeSubrange(ends.count...)
    for index in headers.indices { headers[index].endZone = ends[index] }
    return headers
  }

  /// §7.10. The terminal record is recognized by its name or by being empty.
  func samples(_ faults: inout SoundFontFaultList) -> [SampleHeader] {
    var headers = records { bytes, offset in
      let pitch = bytes.uint16(validOffset: offset + 40)
      return SampleHeader(
        name: FixedName(bytes, at: offset), start: bytes.uint32(validOffset: offset + 20),
        end: bytes.uint32(validOffset: offset + 24),
        loopStart: bytes.uint32(validOffset: offset + 28),
        loopEnd: bytes.uint32(validOffset: offset + 32),
        sampleRate: bytes.uint32(validOffset: offset + 36),
        originalPitch: UInt8(truncatingIfNeeded: pitch),
        pitchCorrection: Int8(truncatingIfNeeded: pitch >> 8),
        link: bytes.uint16(validOffset: offset + 42), type: bytes.uint16(validOffset: offset + 44))
    }
    let last = headers[count - 1]
    if last.end <= last.start || last.name == FixedName(bytes: "EOS".utf8) {
      headers.removeLast()
    } else {
      addMissingTerminalRecord(&faults)
    }
    return headers
  }

  /// Returns the end of each header's zones: the start of the next header's zones.
  ///
  /// If the terminal record is missing, the last header's zones end with the zone table.
  private func zoneEnds(
    _ firsts: [UInt16], lastName: FixedName, terminal: String, _ zones: ZoneTable,
    _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) -> [UInt16] {
    var previous: UInt16 = 0
    for (record, first) in firsts.enumerated() {
      try check(record, previous, first, limit: zones.count, tableCount: zones.bags.count)
      previous = first
    }
    let last = firsts[firsts.count - 1]
    let end = UInt16(clamping: zones.count)
    if last == end { return Array(firsts.dropFirst()) }
    if lastName == FixedName(bytes: terminal.utf8) || lastName.isEmpty {
      addUnassignedRecords(Int(end) - Int(last), &faults)
      return Array(firsts.dropFirst())
    }
    addMissingTerminalRecord(&faults)
    return Array(firsts.dropFirst()) + [end]
  }
}

extension ZoneTable {
  /// Reads the zones of three chunks. Throws if indices decrease or exceed their table (§7.3).
  init(
    bags: RecordTable, generators: RecordTable, modulators: RecordTable,
    _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) {
    self.init(
      bags: bags.bags(), generators: generators.generators(), modulators: modulators.modulators())
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

extension RecordTable {
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

extension Modulator {
  /// Reads a record of 10 bytes at an offset that the caller has validated (§7.4).
  init(_ bytes: UnsafeRawBufferPointer, validOffset offset: Int) {
    self.init(
      source: bytes.uint16(validOffset: offset), destination: bytes.uint16(validOffset: offset + 2),
      amount: Int16(bitPattern: bytes.uint16(validOffset: offset + 4)),
      amountSource: bytes.uint16(validOffset: offset + 6),
      transform: bytes.uint16(validOffset: offset + 8))
  }
}
