import PeachInstrumentModel

/// Finds a DLS file's lists and puts together what they say.
struct DLSReader {
  let storage: ByteStorage
  var warnings = WarningList()
  private var information = SoundBank.Information(name: "")
  private var hasInformation = false
  private var instruments: [DLSInstrument]?
  private var cues: [UInt32]?
  private var pool: DLSWavePool?
  private var statedCount: UInt32?

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
      warnings.add(.file, "\(file.remainder) bytes at the end of the file are no chunk.")
    }
    return try collection()
  }

  private mutating func read(
    _ chunk: RIFFChunk, of file: RIFFReader
  ) throws(InstrumentFileError) {
    switch (chunk.code, chunk.form) {
    case ("colh", _): statedCount = storage.bytes.slice(chunk.content).uint32(at: 0)
    case ("cdl ", _): if !isMet(chunk) { throw chunk.error(.conditionNotMet) }
    case ("ptbl", _):
      if cues != nil { return warnOfSecond(chunk) }
      cues = try readCues(chunk)
    case (_, "INFO"):
      if hasInformation { return warnOfSecond(chunk) }
      hasInformation = true
      var list = try file.contents(of: chunk)
      information = try readInformation(&list)
    case (_, "lins"):
      if instruments != nil { return warnOfSecond(chunk) }
      var list = try file.contents(of: chunk)
      instruments = try readInstruments(&list)
      warnOfMissingPads(list)
    case (_, "wvpl"):
      if pool != nil { return warnOfSecond(chunk) }
      var list = try file.contents(of: chunk)
      pool = try readWaves(&list, from: chunk.content.lowerBound)
      warnOfMissingPads(list)
    default: break
    }
  }

  private mutating func warnOfSecond(_ chunk: RIFFChunk) {
    warnings.add(
      .file, "There is a second chunk ‘\(chunk.name.description)’; the first one counts.")
  }

  private mutating func warnOfMissingPads(_ reader: RIFFReader) {
    if reader.unpaddedCount > 0 {
      warnings.add(.file, "A chunk of odd size is not followed by the byte that makes it even.")
    }
  }

  /// Whether a conditional chunk lets its list be used; one that is broken does not.
  mutating func isMet(_ chunk: RIFFChunk) -> Bool {
    var condition = DLSCondition(storage.bytes.slice(chunk.content))
    if let result = condition.evaluate() { return result }
    warnings.add(
      .file,
      "The condition ‘cdl ’ at byte \(chunk.headerOffset) is broken; its list is left out.")
    return false
  }

  /// The pool table (‘ptbl’): where in the pool each wave begins.
  private func readCues(_ chunk: RIFFChunk) throws(InstrumentFileError) -> [UInt32] {
    let bytes = storage.bytes.slice(chunk.content)
    let table = try DLSTable(chunk, bytes, recordSize: 4)
    return (0..<table.count).map { bytes.uint32(at: table.start + 4 * $0) ?? .max }
  }

  /// What an INFO list says, of the whole file, an instrument or a wave.
  func readInformation(
    _ list: inout RIFFReader
  ) throws(InstrumentFileError) -> SoundBank.Information {
    var result = SoundBank.Information(name: "")
    while let chunk = try list.next() {
      // A text may be the whole file long, and a name is none.
      let content = chunk.content.prefix(65536)
      let bytes = storage.bytes.slice(content)
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

  private func missing(_ code: FourCharacterCode) -> InstrumentFileError {
    InstrumentFileError(chunk: code, offset: storage.bytes.count, reason: .missing)
  }

  /// Links regions to waves; those that link to nothing are left out.
  private mutating func collection() throws(InstrumentFileError) -> DLSCollection {
    guard var instruments else { throw missing("lins") }
    guard let pool else { throw missing("wvpl") }
    guard let cues else { throw missing("ptbl") }
    if let statedCount, Int(clamping: statedCount) != instruments.count {
      warnings.add(
        .table, "The file announces \(statedCount) instruments and has \(instruments.count).")
    }
    try pool.checkEncodings(&warnings)
    for index in instruments.indices {
      let name = instruments[index].name
      var linked: [DLSRegion] = []
      linked.reserveCapacity(instruments[index].regions.count)
      for var region in instruments[index].regions {
        guard region.wave < cues.count, let wave = pool.index(ofWaveAt: cues[region.wave]) else {
          warnings.add(
            .zone,
            "A region of instrument ‘\(name)’ names wave \(region.wave), which is not there.")
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
