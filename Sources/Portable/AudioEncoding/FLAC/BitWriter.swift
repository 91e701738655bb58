/// Writes bits, the most significant first.
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  /// The last bits that do not fill a byte.
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Writes the low 0…32 bits of a value.
  mutating func write(_ value: UInt32, bits count: Int) {
    let mask = (UInt64(1) << UInt64(count)) - 1
    pending = pending << UInt64(count) | UInt64(value) & mask
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount)))
    }
  }

  mutating func write(bytes: [UInt8]) {
    for byte in bytes { write(UInt32(byte), bits: 8) }
  }

  /// Writes a number of zeros and a one.
  mutating func write(unary count: UInt32) {
    var count = count
    while count >= 31 {
      write(0, bits: 31)
      count -= 31
    }
    write(1, bits: Int(count) + 1)
  }

  mutating func alignToByte() { if pendingCount > 0 { write(0, bits: 8 - pendingCount) } }

  /// The checksum of all bytes: polynomial x⁸ + x² + x + 1 (RFC 9639 §9.1.8).
  var crc8: UInt8 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 != 0 ? value << 1 ^ 0x07 : value << 1 }
    }
  }

  /// The checksum of all bytes: polynomial x¹⁶ + x¹⁵ + x² + 1 (§9.3).
  var crc16: UInt16 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte) << 8) { value, _ in
        value & 0x8000 != 0 ? value << 1 ^ 0x8005 : value << 1
      }
    }
  }
}
