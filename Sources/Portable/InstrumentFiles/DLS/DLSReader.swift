import PeachInstrumentModel

/// Reads a DLS file.
struct DLSReader {
  let storage: ByteStorage
  var warnings = WarningList()
  private var information = SoundBank.Information(name: "")
  private var hasInformation = false
  private var instruments: [DLSInstrument]?
  private var waveOffsets: [UInt32]?
  private var pool: DLSWavePool?
  private var declaredCount: UInt32?

  init(_ storage: ByteStorage) { self.storage = storage }

  mutating func read() throws(InstrumentFileError) -> DLSCollection {
    var file = try RIFFReader(file: storage.bytes, form: DLSCollection.formType)
    if let size = file.sizeMismatch {
      warnings.add(
        .file,
        "The RIFF header declares \(size.declared) bytes, but \(size.actual) follow it.")
    }
    while let chunk = try file.next() {
      try read(chunk, of: file)
    }
    warnOfMissingPads(file)
    if file.remainder > 1 {
      warnings.add(.file, "\(file.remainder) bytes at the end of the file are not a chunk.")
    }
    return try collection()
  }

  private mutating func read(
    _ chunk: RIFFChunk, of file: RIFFReader
  ) throws(InstrumentFileError) {
    switch (chunk.code, chunk.form) {
    case ("colh", _): declaredCount = storage.bytes.slice(chunk.content).uint32(at: 0)
    case ("cdl ", _): if !isMet(chunk) { throw chunk.error(.conditionNotMet) }
    case ("ptbl", _):
      if waveOffsets != nil { return warnOfRepetition(chunk) }
      waveOffsets = try readPoolTable(chunk)
    case (_, "INFO"):
      if hasInformation { return warnOfRepetition(chunk) }
      hasInformation = true
      var list = try file.contents(of: chunk)
      information = try readInformation(&list)
    case (_, "lins"):
      if instruments != nil { return warnOfRepetition(chunk) }
      var list = try file.contents(of: chunk)
      instruments = try readInstruments(&list)
      warnOfMissingPads(list)
    case (_, "wvpl"):
      if pool != nil { return warnOfRepetition(chunk) }
      var list = try file.contents(of: chunk)
      pool = try readWaves(&list, from: chunk.content.lowerBound)
      warnOfMissingPads(list)
    default: break
    }
  }

  private mutating func warnOfRepetition(_ chunk: RIFFChunk) {
    warnings.add(
      .file, "Chunk ‘\(chunk.name.description)’ occurs twice; the first is used.")
  }

  private mutating func warnOfMissingPads(_ reader: RIFFReader) {
    if reader.unpaddedCount > 0 {
      warnings.add(.file, "A chunk of odd size lacks its pad byte.")
    }
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
    let table = try DLSTable(chunk, bytes, recordSize: 4)
    return (0..<table.count).map { bytes.uint32(at: table.start + 4 * $0) ?? .max }
  }

  /// Reads the INFO list of a file, an instrument or a wave.
  func readInformation(
    _ list: inout RIFFReader
  ) throws(InstrumentFileError) -> SoundBank.Information {
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
    guard let pool else { throw .missing("wvpl", at: storage.bytes.count) }
    guard let waveOffsets else { throw .missing("ptbl", at: storage.bytes.count) }
    if let declaredCount, Int(clamping: declaredCount) != instruments.count {
      warnings.add(
        .table, "The file declares \(declaredCount) instruments, but has \(instruments.count).")
    }
    try pool.checkEncodings(&warnings)
    for index in instruments.indices {
      let name = instruments[index].name
      var linked: [DLSRegion] = []
      linked.reserveCapacity(instruments[index].regions.count)
      for var region in instruments[index].regions {
        guard region.wave < waveOffsets.count,
          let wave = pool.index(ofWaveAt: waveOffsets[region.wave])
        else {
          warnings.add(
            .zone,
            "A region of instrument ‘\(name)’ refers to wave \(region.wave), which does not exist.")
          continue
        }
        region.wave = wave
        linked.append(region)
      }
      instruments[index].regions = linked
    }
    return DLSCollection(
      information: information, instruments: instruments, waves: pool.waves,
      warnings: warnings.all, storage: storage)
  }
}
