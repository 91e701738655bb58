import PeachInstrumentModel

/// Reads the list of instruments (‘lins’).
extension DLSReader {
  private static var connectionLimit: Int { 1024 }

  mutating func readInstruments(
    _ parent: RIFFChunk, in file: RIFFReader
  ) throws(InstrumentFileError) -> [DLSInstrument] {
    var list = try file.contents(of: parent)
    var instruments: [DLSInstrument] = []
    while let chunk = try list.next() {
      guard chunk.form == "ins " else { continue }
      if let instrument = try readInstrument(chunk, in: list) { instruments.append(instrument) }
    }
    noteMissingPads(list)
    return instruments
  }

  /// Reads an instrument; `nil` if its condition is not met.
  private mutating func readInstrument(
    _ parent: RIFFChunk, in instruments: RIFFReader
  ) throws(InstrumentFileError) -> DLSInstrument? {
    var list = try instruments.contents(of: parent)
    var instrument = DLSInstrument()
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
      case (_, "INFO"): instrument.name = try readInformation(chunk, in: list).name
      case (_, "lrgn"): try readRegions(chunk, in: list, into: &instrument.regions)
      default:
        if let more = try readConnections(chunk, in: list) { instrument.connections += more }
      }
    }
    guard hasHeader else { throw .missing("insh", at: parent.headerOffset) }
    return instrument
  }

  /// Appends the regions of a list; removes all regions if its condition is not met.
  private mutating func readRegions(
    _ parent: RIFFChunk, in instrument: RIFFReader, into regions: inout [DLSRegion]
  ) throws(InstrumentFileError) {
    var list = try instrument.contents(of: parent)
    while let chunk = try list.next() {
      if chunk.code == "cdl " && !isMet(chunk) {
        regions = []
        return
      }
      guard chunk.form == "rgn " || chunk.form == "rgn2" else { continue }
      if let region = try readRegion(chunk, in: list) { regions.append(region) }
    }
  }

  /// Reads a region; `nil` if its condition is not met or it can never play.
  private mutating func readRegion(
    _ parent: RIFFChunk, in regions: RIFFReader
  ) throws(InstrumentFileError) -> DLSRegion? {
    var list = try regions.contents(of: parent)
    var region = DLSRegion()
    var isPlayable = true
    var hasHeader = false
    while let chunk = try list.next() {
      switch chunk.code {
      case "cdl ": if !isMet(chunk) { return nil }
      case "rgnh":
        hasHeader = true
        isPlayable = try readHeader(chunk, &region)
      case "wlnk": try readLink(chunk, &region)
      case "wsmp": region.settings = try readSettings(chunk)
      default:
        if let more = try readConnections(chunk, in: list) {
          if region.connections == nil { region.connections = [] }
          region.connections?.append(contentsOf: more)
        }
      }
    }
    guard hasHeader else { throw .missing("rgnh", at: parent.headerOffset) }
    guard isPlayable else { return nil }
    if region.wave >= 0 { return region }
    warnings.add(.zone, "Ignored the region at byte \(parent.headerOffset): it has no wave.")
    return nil
  }

  /// Reads keys, velocities and exclusive class (‘rgnh’). Returns `false` if a range is empty.
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
        "Ignored the region at byte \(chunk.headerOffset): keys \(lowKey) to \(highKey) or"
          + " velocities \(lowVelocity) to \(highVelocity) are empty.")
      return false
    }
    region.keys = UInt8(lowKey)...UInt8(min(highKey, 127))
    // Level 1 has no velocity ranges, and some of its writers set them to 0.
    region.velocities =
      highVelocity == 0 ? 0...127 : UInt8(lowVelocity)...UInt8(min(highVelocity, 127))
    return true
  }

  /// Reads the wave link as an index into the pool table (‘wlnk’).
  private func readLink(_ chunk: RIFFChunk, _ region: inout DLSRegion) throws(InstrumentFileError) {
    let bytes = storage.bytes.slice(chunk.content)
    guard let options = bytes.uint16(at: 0), let channels = bytes.uint32(at: 4),
      let index = bytes.uint32(at: 8)
    else { throw chunk.error(.wrongSize(size: bytes.count, expected: 12)) }
    region.wave = Int(clamping: index)
    // Bit 1 declares a multichannel region. Without it, the channel is ignored in practice.
    if options & 2 != 0 { region.side = channels == 1 ? .left : channels == 2 ? .right : .mono }
  }

  /// Reads a list of articulations or a single one; `nil` for other chunks and unmet conditions.
  private mutating func readConnections(
    _ chunk: RIFFChunk, in parent: RIFFReader
  ) throws(InstrumentFileError) -> [DLSConnection]? {
    if chunk.code == "art1" || chunk.code == "art2" { return try readBlocks(chunk) }
    guard chunk.form == "lart" || chunk.form == "lar2" else { return nil }
    var list = try parent.contents(of: chunk)
    var connections: [DLSConnection] = []
    while let child = try list.next() {
      if child.code == "cdl " && !isMet(child) { return nil }
      if child.code == "art1" || child.code == "art2" { connections += try readBlocks(child) }
    }
    return connections
  }

  private mutating func readBlocks(
    _ chunk: RIFFChunk
  ) throws(InstrumentFileError) -> [DLSConnection] {
    let bytes = storage.bytes.slice(chunk.content)
    let offsets = Array(try records(of: chunk, size: 12))
    if offsets.count > Self.connectionLimit {
      warnings.add(
        .modulators,
        "The articulation at byte \(chunk.headerOffset) has \(offsets.count) connections;"
          + " the first \(Self.connectionLimit) are used.")
    }
    return offsets.prefix(Self.connectionLimit).map { offset in
      let connection = DLSConnection(
        source: bytes.uint16(at: offset) ?? 0, control: bytes.uint16(at: offset + 2) ?? 0,
        destination: bytes.uint16(at: offset + 4) ?? 0,
        transform: bytes.uint16(at: offset + 6) ?? 0,
        scale: Int32(bitPattern: bytes.uint32(at: offset + 8) ?? 0))
      return chunk.code == "art1" ? connection.fromLevel1 : connection
    }
  }
}
