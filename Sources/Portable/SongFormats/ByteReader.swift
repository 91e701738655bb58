/// Reads the bytes of a song in order, within bounds.
struct ByteReader {
  let bytes: [UInt8]
  private let format: SongFileFormat
  /// The offset of the next byte.
  private(set) var offset: Int
  /// The offset after the last byte.
  let end: Int

  init(_ bytes: [UInt8], format: SongFileFormat, at offset: Int, end: Int? = nil) {
    self.bytes = bytes
    self.format = format
    self.end = min(end ?? bytes.count, bytes.count)
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= end }

  /// Returns the next byte without reading it; `nil` at the end.
  var nextByte: UInt8? { isAtEnd ? nil : bytes[offset] }

  private func check(_ count: Int) throws(SongFileError) {
    if offset < 0 || count > end - offset || count < 0 {
      throw SongFileError(format, .truncated, at: max(min(offset, end), 0))
    }
  }

  mutating func skip(_ count: Int) throws(SongFileError) {
    try check(count)
    offset += count
  }

  mutating func byte() throws(SongFileError) -> UInt8 {
    try check(1)
    defer { offset += 1 }
    return bytes[offset]
  }

  mutating func little16() throws(SongFileError) -> UInt16 {
    let low = try byte()
    return UInt16(low) | UInt16(try byte()) << 8
  }

  mutating func little32() throws(SongFileError) -> UInt32 {
    let low = try little16()
    return UInt32(low) | UInt32(try little16()) << 16
  }

  mutating func big32() throws(SongFileError) -> Int {
    var value = 0
    for _ in 0..<4 { value = value << 8 | Int(try byte()) }
    return value
  }

  /// Reads a number in groups of 7 bits, the highest first, of at most four bytes (Standard MIDI
  /// Files 1.0, variable-length quantity).
  mutating func quantity() throws(SongFileError) -> Int {
    let start = offset
    var value = 0
    for _ in 0..<4 {
      let byte = try byte()
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    throw SongFileError(format, .damaged("a number has more than four bytes"), at: start)
  }

  mutating func content(_ count: Int) throws(SongFileError) -> ArraySlice<UInt8> {
    try check(count)
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  func starts(with text: StaticString) -> Bool {
    bytes.starts(at: offset, with: text)
  }
}

extension [UInt8] {
  /// Whether the bytes at an offset are those of an ASCII text.
  func starts(at offset: Int, with text: StaticString) -> Bool {
    guard offset >= 0, text.utf8CodeUnitCount <= count - offset else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { self[offset + $0] == text.utf8Start[$0] }
  }
}
