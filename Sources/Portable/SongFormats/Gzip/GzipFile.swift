/// The content of a gzip file (RFC 1952): that of all its members, one after another.
struct GzipFile {
  private(set) var content: [UInt8] = []
  private(set) var warnings: [SongFileWarning] = []

  /// The size that a file of any size may have, and the factor for larger ones. Songs shrink to a
  /// third or a tenth.
  private static let freeBytes = 1 << 20
  private static let largestFactor = 64

  static func recognizes(_ bytes: [UInt8]) -> Bool { isMember(bytes, at: 0) }

  private static func isMember(_ bytes: [UInt8], at offset: Int) -> Bool {
    bytes.count - offset >= 3 && bytes[offset] == 0x1F && bytes[offset + 1] == 0x8B
      && bytes[offset + 2] == 8
  }

  init(_ bytes: [UInt8]) throws(SongFileError) {
    let limit = max(Self.freeBytes, Self.largestFactor * bytes.count)
    var offset = 0
    while Self.isMember(bytes, at: offset) {
      offset = try readMember(bytes, at: offset, limit: limit - content.count)
    }
    // Tapes and blocks are filled with zeros.
    if bytes[offset...].contains(where: { $0 != 0 }) {
      warnings.append(
        SongFileWarning("\(bytes.count - offset) bytes after the compressed data", at: offset))
    }
  }

  /// Reads a member (§2.3) and returns the offset of the next one.
  private mutating func readMember(
    _ bytes: [UInt8], at start: Int, limit: Int
  ) throws(SongFileError) -> Int {
    var reader = ByteReader(bytes, format: .gzip, at: start + 3)
    let flags = try reader.byte()
    if flags & 0xE0 != 0 {
      throw SongFileError(.gzip, .damaged("reserved flags are set"), at: start + 3)
    }
    // The time, extra flags and the operating system.
    try reader.skip(6)
    if flags & 4 != 0 { try reader.skip(Int(try reader.little16())) }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      // The name, and the comment.
      while try reader.byte() != 0 {}
    }
    if flags & 2 != 0 {
      let end = reader.offset
      let stored = try reader.little16()
      if CRC32.checksum(bytes[start..<end]) & 0xFFFF != UInt32(stored) {
        warnings.append(SongFileWarning("the checksum of the header is wrong", at: end))
      }
    }
    var inflater = Inflater(bytes, at: reader.offset, limit: limit)
    try inflater.inflate()
    reader = ByteReader(bytes, format: .gzip, at: inflater.offset)
    let (checksum, byteCount) = (try reader.little32(), try reader.little32())
    if CRC32.checksum(inflater.output[...]) != checksum {
      warnings.append(
        SongFileWarning("the checksum of the data is wrong: the song is damaged", at: reader.offset)
      )
    } else if UInt32(truncatingIfNeeded: inflater.output.count) != byteCount {
      warnings.append(
        SongFileWarning("the length of the data is wrong", at: reader.offset - 4))
    }
    content += inflater.output
    return reader.offset
  }
}

/// The checksum of ISO 3309 (RFC 1952 §8).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    var value = UInt32(byte)
    for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    return value
  }

  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }
}
