/// The checksum of an Ogg page (RFC 3533 §6): a CRC-32 with the polynomial 0x04C11DB7, the highest
/// bit first, and the initial value 0.
struct OggChecksum: ~Copyable {
  /// The remainders of single bytes, then of bytes that one, two and three zeros follow.
  private let table = FixedBuffer<UInt32>(repeating: 0, count: 1_024)

  init() {
    for byte in 0..<256 {
      var sum = UInt32(byte) << 24
      for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : (sum << 1) ^ 0x04C1_1DB7 }
      table.start[byte] = sum
    }
    for index in 256..<1_024 {
      let previous = table.start[index - 256]
      table.start[index] = previous << 8 ^ table.start[Int(previous >> 24)]
    }
  }

  /// Returns the checksum of a page, whose bytes 22 to 25 count as zeros.
  borrowing func checksum(_ page: UnsafeRawPointer, count: Int) -> UInt32 {
    var sum = add(page, count: 22, to: 0)
    for _ in 0..<4 { sum = sum << 8 ^ table.start[Int(sum >> 24)] }
    sum = add(page + 26, count: count - 26, to: sum)
    return sum
  }

  private borrowing func add(
    _ bytes: UnsafeRawPointer, count: Int, to initial: UInt32
  ) -> UInt32 {
    let table = UnsafePointer(self.table.start)
    var sum = initial
    var offset = 0
    while offset &+ 4 <= count {
      sum ^= UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      sum =
        table[768 &+ Int(sum &>> 24)] ^ table[512 &+ Int(sum &>> 16 & 255)]
        ^ table[256 &+ Int(sum &>> 8 & 255)] ^ table[Int(sum & 255)]
      offset &+= 4
    }
    while offset < count {
      let byte = bytes.load(fromByteOffset: offset, as: UInt8.self)
      sum = sum &<< 8 ^ table[Int(UInt8(truncatingIfNeeded: sum &>> 24) ^ byte)]
      offset &+= 1
    }
    return sum
  }
}
