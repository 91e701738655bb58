/// Reads a song of Human Machine Interfaces, in the older format `HMIMIDIP`: chunks of MIDI events
/// after delays in groups of 7 bits, the lowest first, of which the last has the highest bit.
struct HMPReader {
  private static let countOffset = 0x30
  private static let rateOffset = 0x38
  /// The place of the first chunk, and that in files of the version `013195`.
  private static let chunksOffset = 0x308
  private static let laterChunksOffset = 0x388
  /// The size of a chunk's header: number, size and track.
  private static let chunkHeaderBytes = 12

  private let bytes: [UInt8]
  private var builder: SongBuilder
  private var warnings: [SongFileWarning] = []

  static func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(at: 0, with: "HMIMIDIP") }

  init(_ bytes: [UInt8]) throws(SongFileError) {
    self.bytes = bytes
    var header = ByteReader(bytes, format: .hmp, at: Self.rateOffset)
    let rate = Int(try header.little32())
    builder = SongBuilder(
      ticksPerSecond: 1...32_767 ~= rate ? rate : HMIReader.commonTicksPerSecond)
    if !(1...32_767 ~= rate) {
      warnings.append(
        SongFileWarning("its rate of \(rate) ticks per second is invalid", at: Self.rateOffset))
    }
  }

  consuming func convert() throws(SongFileError) -> SongConversion {
    var header = ByteReader(bytes, format: .hmp, at: Self.countOffset)
    let count = Int(try header.little32())
    var offset = bytes.starts(at: 8, with: "013195") ? Self.laterChunksOffset : Self.chunksOffset
    var eventCount = 0
    var chunkCount = 0
    while chunkCount < count, offset < bytes.count {
      do throws(SongFileError) { offset = try readChunk(at: offset) } catch {
        warnings.append(SongFileWarning("chunk \(chunkCount + 1) is cut short", at: offset))
        offset = bytes.count
      }
      eventCount += builder.eventCount
      builder.endTrack()
      chunkCount += 1
    }
    if eventCount == 0 { throw SongFileError(.hmp, .damaged("it has no events"), at: offset) }
    if chunkCount < count {
      warnings.append(
        SongFileWarning("it declares \(count) chunks instead of \(chunkCount)", at: 0x30))
    }
    return SongConversion(file: builder.file, warnings: warnings)
  }

  /// Reads a chunk and returns the offset of the next one.
  private mutating func readChunk(at start: Int) throws(SongFileError) -> Int {
    var header = ByteReader(bytes, format: .hmp, at: start)
    try header.skip(4)
    let size = Int(try header.little32())
    try header.skip(4)
    guard size >= Self.chunkHeaderBytes else {
      throw SongFileError(.hmp, .damaged("a chunk has \(size) bytes"), at: start + 4)
    }
    let end = start + size
    if end > bytes.count {
      warnings.append(SongFileWarning("a chunk is cut short", at: start + 4))
    }
    var reader = ByteReader(bytes, format: .hmp, at: header.offset, end: end)
    var events = HMIEventReader(format: .hmp, hasDurations: false)
    while !reader.isAtEnd {
      let place = reader.offset
      do throws(SongFileError) {
        builder.tick += try Self.delay(&reader)
        if try events.read(&reader, &builder) { break }
      } catch {
        warnings.append(SongFileWarning("a chunk ends at a damaged event", at: place))
        break
      }
    }
    return end
  }

  private static func delay(_ reader: inout ByteReader) throws(SongFileError) -> Int64 {
    var value: Int64 = 0
    for shift in 0..<4 {
      let byte = try reader.byte()
      value |= Int64(byte & 0x7F) << Int64(7 * shift)
      if byte >= 0x80 { return value }
    }
    throw SongFileError(.hmp, .damaged("a number has more than four bytes"), at: reader.offset)
  }
}
