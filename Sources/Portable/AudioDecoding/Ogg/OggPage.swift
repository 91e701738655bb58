/// The header of an Ogg page (RFC 3533 §6).
struct OggPage {
  /// The offset of the page in the file.
  let offset: Int
  /// Whether the page begins with the rest of a packet of the page before it.
  let isContinued: Bool
  let isFirst: Bool
  /// Whether the page is the last one of its stream.
  let isLast: Bool
  /// The number of frames up to the end of the last packet that ends on the page; negative without
  /// one.
  let granulePosition: Int64
  let serialNumber: UInt32
  let sequenceNumber: UInt32
  let checksum: UInt32
  let segmentCount: Int
  /// The number of bytes of the segments.
  let bodySize: Int

  /// The offset of the segment table in the file.
  var tableOffset: Int { offset + 27 }
  var bodyOffset: Int { tableOffset + segmentCount }
  var end: Int { bodyOffset + bodySize }

  /// Reads the header at an offset; `nil` if there is no complete page.
  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard offset >= 0, bytes.count >= 27, offset <= bytes.count - 27, bytes[offset] == 0x4F,
      bytes[offset + 1] == 0x67, bytes[offset + 2] == 0x67, bytes[offset + 3] == 0x53,
      // The version.
      bytes[offset + 4] == 0
    else { return nil }
    func word(_ start: Int) -> UInt32 {
      UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset + start, as: UInt32.self))
    }
    self.offset = offset
    let flags = bytes[offset + 5]
    isContinued = flags & 1 != 0
    isFirst = flags & 2 != 0
    isLast = flags & 4 != 0
    granulePosition = Int64(bitPattern: UInt64(word(6)) | UInt64(word(10)) << 32)
    serialNumber = word(14)
    sequenceNumber = word(18)
    checksum = word(22)
    segmentCount = Int(bytes[offset + 26])
    guard offset + 27 + segmentCount <= bytes.count else { return nil }
    var size = 0
    for index in 0..<segmentCount { size += Int(bytes[offset + 27 + index]) }
    bodySize = size
    guard end <= bytes.count else { return nil }
  }
}
