/// Writes bits, the lowest one of each byte first (Vorbis I §2.1).
struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var bitCount = 0

  mutating func write(_ value: Int, _ bits: Int) {
    for bit in 0..<bits { write(value >> bit & 1 == 1) }
  }

  mutating func write(_ bit: Bool) {
    if bitCount % 8 == 0 { bytes.append(0) }
    if bit { bytes[bytes.count - 1] |= 1 << UInt8(bitCount % 8) }
    bitCount += 1
  }

  /// Writes a number whose product with 1,024 is an integer (§9.2.2).
  mutating func write(packed value: Double) {
    write(Int(abs(value) * 1_024), 21)
    write(788 - 10, 10)
    write(value < 0)
  }

  /// Writes the start of a header (§4.2.1).
  mutating func writeHeader(_ type: Int) {
    write(type, 8)
    for byte in "vorbis".utf8 { write(Int(byte), 8) }
  }
}
