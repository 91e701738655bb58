/// The pages of an Ogg stream (RFC 3533 §6).
package enum OggPages {
  /// Returns the complete pages at the start of a stream. Their random serial number is replaced by
  /// 1, so that equal audio is encoded to equal bytes.
  package static func renumbered(_ stream: [UInt8]) -> [UInt8] {
    var stream = stream
    var start = 0
    while let end = pageEnd(stream, start) {
      // Bytes 14 to 17: the serial number; 22 to 25: the checksum, computed with zeros there.
      store(1, in: &stream, at: start + 14)
      store(0, in: &stream, at: start + 22)
      store(checksum(stream[start..<end]), in: &stream, at: start + 22)
      start = end
    }
    stream.removeSubrange(start...)
    return stream
  }

  private static func store(_ value: UInt32, in stream: inout [UInt8], at offset: Int) {
    for index in 0..<4 {
      stream[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
    }
  }

  /// Returns the end of the page at `start`; `nil` if there is no page.
  private static func pageEnd(_ stream: [UInt8], _ start: Int) -> Int? {
    guard start + 27 <= stream.count, stream[start..<(start + 4)].elementsEqual("OggS".utf8)
    else { return nil }
    let table = start + 27
    let count = Int(stream[start + 26])
    guard table + count <= stream.count else { return nil }
    let end = stream[table..<(table + count)].reduce(table + count) { $0 + Int($1) }
    return end <= stream.count ? end : nil
  }

  /// Returns the CRC-32 of a page: polynomial 0x04C11DB7, MSB first, initial value 0.
  private static func checksum(_ page: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0
    for byte in page { sum = (sum << 8) ^ table[Int(UInt8(truncatingIfNeeded: sum >> 24) ^ byte)] }
    return sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index) << 24) { sum, _ in
      sum & 0x8000_0000 == 0 ? sum << 1 : (sum << 1) ^ 0x04C1_1DB7
    }
  }
}
