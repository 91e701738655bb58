import PeachInstrumentModel

/// A chunk that is a list of records of one size, the last one a terminal record.
struct RecordTable {
  let chunk: RIFFChunk
  let recordSize: Int
  let count: Int
  private let bytes: UnsafeRawBufferPointer

  /// The records of a chunk, of which there is at least one.
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

  /// Reads `limit` records into one array; `make` is given the place of each.
  private func records<Record>(
    _ limit: Int, _ make: (UnsafeRawBufferPointer, Int) -> Record
  ) -> [Record] {
    [Record](unsafeUninitializedCapacity: limit) { buffer, initialized in
      var place = chunk.content.lowerBound
      for index in 0..<limit {
        buffer.initializeElement(at: index, to: make(bytes, place))
        place += recordSize
      }
      initialized = limit
    }
  }

  /// §7.3, 7.7.
  func bags() -> [ZoneTable.Bag] {
    records(count) { bytes, place in
      ZoneTable.Bag(generator: bytes.number(at: place), modulator: bytes.number(at: place + 2))
    }
  }

  /// §7.5, 7.9.
  func generators() -> [ZoneTable.GeneratorRecord] {
    records(count) { bytes, place in
      .init(number: bytes.number(at: place), amount: bytes.number(at: place + 2))
    }
  }

  /// §7.4, 7.8.
  func modulators() -> [Modulator] {
    records(count) { bytes, place in
      Modulator(
        source: bytes.number(at: place), destination: bytes.number(at: place + 2),
        amount: Int16(bitPattern: bytes.number(at: place + 4)),
        amountSource: bytes.number(at: place + 6), transform: bytes.number(at: place + 8))
    }
  }

  /// §7.2. The last record says where the last preset's zones end; where it is missing they end
  /// with the zones.
  func presets(
    zones: ZoneTable, _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) -> [PresetHeader] {
    var headers = records(count) { bytes, place in
      PresetHeader(
        name: FixedName(bytes, at: place), program: bytes.number(at: place + 20),
        bank: bytes.number(at: place + 22), firstZone: bytes.number(at: place + 24), endZone: 0,
        library: bytes.longNumber(at: place + 26), genre: bytes.longNumber(at: place + 30),
        morphology: bytes.longNumber(at: place + 34))
    }
    let ends = try zoneEnds(
      headers.map { $0.firstZone }, lastName: headers[count - 1].name,
      terminal: FixedName(bytes: "EOP".utf8), zones, &faults)
    headers.removeSubrange(ends.count...)
    for index in headers.indices { headers[index].endZone = ends[index] }
    if headers.isEmpty { faults.add(.file, .noPresets) }
    return headers
  }

  /// §7.6, with a terminal record as presets have one.
  func instruments(
    zones: ZoneTable, _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) -> [InstrumentHeader] {
    var headers = records(count) { bytes, place in
      InstrumentHeader(
        name: FixedName(bytes, at: place), firstZone: bytes.number(at: place + 20), endZone: 0)
    }
    let ends = try zoneEnds(
      headers.map { $0.firstZone }, lastName: headers[count - 1].name,
      terminal: FixedName(bytes: "EOI".utf8), zones, &faults)
    headers.removeSubrange(ends.count...)
    for index in headers.indices { headers[index].endZone = ends[index] }
    return headers
  }

  /// §7.10. The terminal record is told by its name or by being empty; it says nothing.
  func samples(_ faults: inout SoundFontFaultList) throws(InstrumentFileError) -> [SampleHeader] {
    var headers = records(count) { bytes, place in
      SampleHeader(
        name: FixedName(bytes, at: place), start: bytes.longNumber(at: place + 20),
        end: bytes.longNumber(at: place + 24), loopStart: bytes.longNumber(at: place + 28),
        loopEnd: bytes.longNumber(at: place + 32), sampleRate: bytes.longNumber(at: place + 36),
        originalPitch: UInt8(truncatingIfNeeded: bytes.number(at: place + 40)),
        pitchCorrection: Int8(truncatingIfNeeded: bytes.number(at: place + 40) >> 8),
        link: bytes.number(at: place + 42), type: bytes.number(at: place + 44))
    }
    let last = headers[count - 1]
    if last.end <= last.start || last.name == FixedName(bytes: "EOS".utf8) {
      headers.removeLast()
    } else {
      addMissingTerminalRecord(&faults)
    }
    return headers
  }

  /// Where each header's zones end: at the next one's first. Throws where they run backward or
  /// beyond the zones there are.
  private func zoneEnds(
    _ firsts: [UInt16], lastName: FixedName, terminal: FixedName, _ zones: ZoneTable,
    _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) -> [UInt16] {
    let end = UInt16(clamping: zones.count)
    for index in firsts.indices {
      if index > 0 && firsts[index] < firsts[index - 1] {
        throw chunk.error(
          .indexDecreases(record: index, from: Int(firsts[index - 1]), to: Int(firsts[index])))
      }
      if firsts[index] > end {
        throw chunk.error(
          .indexBeyondTable(record: index, index: Int(firsts[index]), count: zones.bags.count))
      }
    }
    let last = firsts[firsts.count - 1]
    if last == end || lastName == terminal || lastName.isEmpty {
      if last != end {
        faults.add(
          .file, .unassignedRecords(chunk.code, count: Int(end) - Int(last)),
          at: chunk.headerOffset)
      }
      return Array(firsts.dropFirst())
    }
    addMissingTerminalRecord(&faults)
    return Array(firsts.dropFirst()) + [end]
  }
}

extension ZoneTable {
  /// The zones of three chunks; their indices may not run backward or beyond the lists (§7.3).
  init(
    bags: RecordTable, generators: RecordTable, modulators: RecordTable,
    _ faults: inout SoundFontFaultList
  ) throws(InstrumentFileError) {
    self.init(
      bags: bags.bags(), generators: generators.generators(), modulators: modulators.modulators())
    var before = Bag(generator: 0, modulator: 0)
    for (record, bag) in self.bags.enumerated() {
      try bags.check(record, before.generator, bag.generator, within: generators.count)
      try bags.check(record, before.modulator, bag.modulator, within: modulators.count)
      before = bag
    }
    generators.checkUnusedRecords(after: before.generator, &faults)
    modulators.checkUnusedRecords(after: before.modulator, &faults)
  }
}

extension RecordTable {
  fileprivate func addMissingTerminalRecord(_ faults: inout SoundFontFaultList) {
    faults.add(.file, .missingTerminalRecord(chunk.code), at: chunk.headerOffset)
  }

  /// Throws where an index runs backward, or beyond a table of `count` entries.
  fileprivate func check(
    _ record: Int, _ before: UInt16, _ index: UInt16, within count: Int
  ) throws(InstrumentFileError) {
    if index < before {
      throw chunk.error(.indexDecreases(record: record, from: Int(before), to: Int(index)))
    }
    if Int(index) > count {
      throw chunk.error(.indexBeyondTable(record: record, index: Int(index), count: count))
    }
  }

  /// Only the terminal record should follow those that belong to a zone.
  fileprivate func checkUnusedRecords(after last: UInt16, _ faults: inout SoundFontFaultList) {
    let unused = count - 1 - Int(last)
    if unused < 0 {
      addMissingTerminalRecord(&faults)
    } else if unused > 0 {
      faults.add(
        .file, .unassignedRecords(chunk.code, count: unused), at: chunk.headerOffset)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The number at a place that a `RecordTable` has found to be within the bytes.
  fileprivate func number(at place: Int) -> UInt16 {
    UInt16(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt16.self))
  }

  fileprivate func longNumber(at place: Int) -> UInt32 {
    UInt32(littleEndian: loadUnaligned(fromByteOffset: place, as: UInt32.self))
  }
}
