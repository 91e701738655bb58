import PeachInstrumentModel

struct DLSReader {
  let storage: ByteStorage
  var warnings = WarningList()
  private var lacksPadByte = false
  var waves: [DLSWave] = []
  /// The index in ``waves`` by offset in the pool's contents.
  var waveIndices: [Int: Int] = [:]
  private var information: SoundBank.Information?
  private var instruments: [DLSInstrument]?
  private var waveOffsets: [UInt32]?
  private var hasPool = false
  private var declaredCount: UInt32?

  init(_ storage: ByteStorage) { self.storage = storage }

  mutating func read() throws(InstrumentFileError) -> DLSCollection {
    var file = try RIFFReader(file: storage.bytes, form: DLSCollection.formType)
    if let size = file.sizeMismatch {
      warnings.add(
        .file,
        "The RIFF header declares \(size.declared) bytes, but \(size.actual) follow it.")
    }
    while let chunk = try file.next() { try read(chunk, of: file) }
    noteMissingPads(file)
    if file.remainder > 1 {
      warnings.add(.file, "\(file.remainder) bytes at the end of the file are not a chunk.")
    }
    return try collection()
  }

  private mutating func read(_ chunk: RIFFChunk, of file: RIFFReader) throws(InstrumentFileError) {
    switch (chunk.code, chunk.form) {
    case ("colh", _): declaredCount = storage.bytes.slice(chunk.content).uint32(at: 0)
    case ("cdl ", _): if !isMet(chunk) { throw chunk.error(.conditionNotMet) }
    case ("ptbl", _) where waveOffsets == nil: waveOffsets = try readPoolTable(chunk)
    case (_, "INFO") where information == nil: information = try readInformation(chunk, in: file)
    case (_, "lins") where instruments == nil: instruments = try readInstruments(chunk, in: file)
    case (_, "wvpl") where !hasPool:
      hasPool = true
      try readWaves(chunk, in: file)
    case ("ptbl", _), (_, "INFO"), (_, "lins"), (_, "wvpl"):
      warnings.add(.file, "Chunk ‘\(chunk.name.description)’ occurs twice; the first is used.")
    default: break
    }
  }

  mutating func noteMissingPads(_ reader: RIFFReader) {
    if reader.unpaddedCount > 0 { lacksPadByte = true }
  }

  /// Whether a conditional chunk lets its list be used; `false` if the condition is invalid.
  mutating func isMet(_ chunk: RIFFChunk) -> Bool {
    var condition = DLSCondition(storage.bytes.slice(chunk.content))
    if let result = condition.evaluate() { return result }
    warnings.add(
      .file,
      "Ignored a list: its condition ‘cdl ’ at byte \(chunk.headerOffset) is invalid.")
    return false
  }

  /// Reads the pool table (‘ptbl’): the offset of each wave in the pool.
  private func readPoolTable(_ chunk: RIFFChunk) throws(InstrumentFileError) -> [UInt32] {
    let bytes = storage.bytes.slice(chunk.content)
    return try records(of: chunk, size: 4).map { bytes.uint32(at: $0) ?? .max }
  }

  /// Returns the offsets of the records in a chunk that starts with a header size and a record
  /// count (‘ptbl’, ‘art1’, ‘art2’). Throws unless all are within the chunk.
  func records(
    of chunk: RIFFChunk, size recordSize: Int
  ) throws(InstrumentFileError) -> StrideTo<Int> {
    let bytes = storage.bytes.slice(chunk.content)
    guard let size = bytes.uint32(at: 0), let count = bytes.uint32(at: 4) else {
      throw chunk.error(.truncated(needed: 8, available: bytes.count))
    }
    // Tolerates writers that declare a header of less than 8 bytes.
    let headerSize = max(size, 8)
    let needed = UInt64(headerSize) + UInt64(count) * UInt64(recordSize)
    guard needed <= UInt64(bytes.count) else {
      throw chunk.error(.truncated(needed: Int(clamping: needed), available: bytes.count))
    }
    return stride(from: Int(headerSize), to: Int(needed), by: recordSize)
  }

  /// Reads the INFO list of a file, an instrument or a wave.
  func readInformation(
    _ parent: RIFFChunk, in file: RIFFReader
  ) throws(InstrumentFileError) -> SoundBank.Information {
    var list = try file.contents(of: parent)
    var result = SoundBank.Information(name: "")
    while let chunk = try list.next() {
      // Limits the memory for malicious text.
      let bytes = storage.bytes.slice(chunk.content.prefix(65536))
      switch chunk.code {
      case "INAM": result.name = TextField.decode(bytes)
      case "IENG", "IART": result.author = TextField.decode(bytes)
      case "ICOP": result.copyright = TextField.decode(bytes)
      case "ICMT": result.comment = TextField.decode(bytes)
      default: break
      }
    }
    return result
  }

  /// Links regions to waves and skips those without a wave.
  private mutating func collection() throws(InstrumentFileError) -> DLSCollection {
    guard var instruments else { throw .missing("lins", at: storage.bytes.count) }
    guard hasPool else { throw .missing("wvpl", at: storage.bytes.count) }
    guard let waveOffsets else { throw .missing("ptbl", at: storage.bytes.count) }
    if let declaredCount, Int(clamping: declaredCount) != instruments.count {
      warnings.add(
        .table, "The file declares \(declaredCount) instruments, but has \(instruments.count).")
    }
    try checkEncodings()
    for index in instruments.indices {
      let name = instruments[index].name
      var missing: [MissingRegion] = []
      instruments[index].regions = instruments[index].regions.compactMap { region in
        guard region.wave < waveOffsets.count,
          let wave = waveIndices[Int(clamping: waveOffsets[region.wave])]
        else {
          warnings.add(
            .zone,
            "A region of instrument \(quoted: name) refers to wave \(region.wave), which does not "
              + "exist."
          )
          missing.append(
            MissingRegion(
              keys: region.keys, velocities: region.velocities, subject: "Wave \(region.wave)"))
          return nil
        }
        var region = region
        region.wave = wave
        return region
      }
      instruments[index].missingRegions = missing
    }
    return DLSCollection(
      information: information ?? .init(name: ""), instruments: instruments, waves: waves,
      warnings: warnings.all, lacksPadByte: lacksPadByte, storage: storage)
  }
}
