import PeachInstrumentModel

/// The list of instruments (‘lins’).
extension DLSReader {
  /// More connections than this in one articulation are left out: there are not so many that differ.
  static var connectionLimit: Int { 1024 }

  mutating func readInstruments(
    _ list: inout RIFFReader
  ) throws(InstrumentFileError) -> [DLSInstrument] {
    var instruments: [DLSInstrument] = []
    while let chunk = try list.next() {
      guard chunk.form == "ins " else { continue }
      var contents = try list.contents(of: chunk)
      if let instrument = try readInstrument(&contents, chunk) { instruments.append(instrument) }
    }
    return instruments
  }

  /// An instrument; nil where its condition is not met.
  private mutating func readInstrument(
    _ list: inout RIFFReader, _ whole: RIFFChunk
  ) throws(InstrumentFileError) -> DLSInstrument? {
    var instrument = DLSInstrument(
      name: "", bankBits: 0, program: 0, regions: [], connections: [])
    var hasHeader = false
    while let chunk = try list.next() {
      switch (chunk.code, chunk.form) {
      case ("cdl ", _): if !isMet(chunk) { return nil }
      case ("insh", _):
        let bytes = storage.bytes.slice(chunk.content)
        guard let bank = bytes.uint32(at: 4), let program = bytes.uint32(at: 8) else {
          throw chunk.error(.wrongSize(size: bytes.count, expected: 12))
        }
        hasHeader = true
        instrument.bankBits = bank
        instrument.program = program
      case (_, "INFO"):
        var contents = try list.contents(of: chunk)
        instrument.name = try readInformation(&contents).name
      case (_, "lrgn"):
        var contents = try list.contents(of: chunk)
        try readRegions(&contents, into: &instrument)
      default:
        if let more = try readConnections(chunk, in: list) { instrument.connections += more }
      }
    }
    guard hasHeader else {
      throw InstrumentFileError(
        chunk: "insh", offset: whole.headerOffset, reason: .missing)
    }
    return instrument
  }

  private mutating func readRegions(
    _ list: inout RIFFReader, into instrument: inout DLSInstrument
  ) throws(InstrumentFileError) {
    while let chunk = try list.next() {
      switch (chunk.code, chunk.form) {
      case ("cdl ", _):
        if !isMet(chunk) {
          instrument.regions = []
          return
        }
      case (_, "rgn "), (_, "rgn2"):
        var contents = try list.contents(of: chunk)
        if let region = try readRegion(&contents, chunk) { instrument.regions.append(region) }
      default: break
      }
    }
  }

  /// A region; nil where its condition is not met, or it can never be heard.
  private mutating func readRegion(
    _ list: inout RIFFReader, _ whole: RIFFChunk
  ) throws(InstrumentFileError) -> DLSRegion? {
    var region = DLSRegion(
      keys: 0...127, velocities: 0...127, keyGroup: 0, wave: -1, side: .middle, settings: nil,
      connections: nil)
    var isHeard = true
    var hasHeader = false
    while let chunk = try list.next() {
      switch chunk.code {
      case "cdl ": if !isMet(chunk) { return nil }
      case "rgnh":
        hasHeader = true
        isHeard = try readHeader(chunk, &region)
      case "wlnk": try readLink(chunk, &region)
      case "wsmp": region.settings = try readSettings(chunk)
      default:
        if let more = try readConnections(chunk, in: list) {
          region.connections = (region.connections ?? []) + more
        }
      }
    }
    guard hasHeader else {
      throw InstrumentFileError(chunk: "rgnh", offset: whole.headerOffset, reason: .missing)
    }
    guard isHeard else { return nil }
    guard region.wave >= 0 else {
      warnings.add(.zone, "The region at byte \(whole.headerOffset) links to no wave.")
      return nil
    }
    return region
  }

  /// Keys, velocities and group (‘rgnh’); false for a region that no note reaches.
  private mutating func readHeader(
    _ chunk: RIFFChunk, _ region: inout DLSRegion
  ) throws(InstrumentFileError) -> Bool {
    let bytes = storage.bytes.slice(chunk.content)
    guard let lowKey = bytes.uint16(at: 0), let highKey = bytes.uint16(at: 2),
      let lowVelocity = bytes.uint16(at: 4), let highVelocity = bytes.uint16(at: 6),
      bytes.count >= 12, let group = bytes.uint16(at: 10)
    else { throw chunk.error(.wrongSize(size: bytes.count, expected: 12)) }
    region.keyGroup = group
    guard lowKey <= highKey, lowKey <= 127, lowVelocity <= highVelocity, lowVelocity <= 127 else {
      warnings.add(
        .range,
        "The region at byte \(chunk.headerOffset) has keys \(lowKey) to \(highKey) and velocities"
          + " \(lowVelocity) to \(highVelocity), and is never heard.")
      return false
    }
    region.keys = UInt8(lowKey)...UInt8(min(highKey, 127))
    // Level 1 has no use for velocities, and some of its writers leave them zero.
    region.velocities =
      highVelocity == 0 ? 0...127 : UInt8(lowVelocity)...UInt8(min(highVelocity, 127))
    return true
  }

  /// The wave, as its place in the pool table for now (‘wlnk’).
  private func readLink(
    _ chunk: RIFFChunk, _ region: inout DLSRegion
  ) throws(InstrumentFileError) {
    let bytes = storage.bytes.slice(chunk.content)
    guard let options = bytes.uint16(at: 0), let channels = bytes.uint32(at: 4),
      let index = bytes.uint32(at: 8)
    else { throw chunk.error(.wrongSize(size: bytes.count, expected: 12)) }
    region.wave = Int(clamping: index)
    // Bit 1: the channel says which speaker; without it a single wave is for the left by number
    // and for both in fact. Waves of a phase group begin together, as all regions of a note do.
    if options & 2 != 0 { region.side = channels == 1 ? .left : channels == 2 ? .right : .middle }
  }

  /// What a list of articulations, or one that stands alone, says; nil for any other chunk, and for
  /// one whose condition is not met.
  private mutating func readConnections(
    _ chunk: RIFFChunk, in parent: RIFFReader
  ) throws(InstrumentFileError) -> [DLSConnection]? {
    if chunk.code == "art1" || chunk.code == "art2" { return try readBlocks(chunk) }
    guard chunk.form == "lart" || chunk.form == "lar2" else { return nil }
    var list = try parent.contents(of: chunk)
    var connections: [DLSConnection] = []
    while let part = try list.next() {
      if part.code == "cdl " && !isMet(part) { return nil }
      if part.code == "art1" || part.code == "art2" { connections += try readBlocks(part) }
    }
    return connections
  }

  private mutating func readBlocks(
    _ chunk: RIFFChunk
  ) throws(InstrumentFileError) -> [DLSConnection] {
    let bytes = storage.bytes.slice(chunk.content)
    let table = try DLSTable(chunk, bytes, recordSize: 12)
    if table.count > DLSReader.connectionLimit {
      warnings.add(
        .modulators,
        "The articulation at byte \(chunk.headerOffset) has \(table.count) connections;"
          + " \(DLSReader.connectionLimit) count.")
    }
    return (0..<min(table.count, DLSReader.connectionLimit)).map { index in
      let place = table.start + 12 * index
      let connection = DLSConnection(
        source: bytes.uint16(at: place) ?? 0, control: bytes.uint16(at: place + 2) ?? 0,
        destination: bytes.uint16(at: place + 4) ?? 0,
        transform: bytes.uint16(at: place + 6) ?? 0,
        scale: Int32(bitPattern: bytes.uint32(at: place + 8) ?? 0))
      return chunk.code == "art1" ? connection.fromLevel1 : connection
    }
  }
}
