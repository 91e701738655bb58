/// Bits in the order of DEFLATE data (RFC 1951 §3.1.1): from the lowest of each byte.
public struct BitBytes {
  /// The bytes so far.
  public private(set) var bytes: [UInt8] = []
  private var count = 0

  /// Creates no bits.
  public init() {}

  /// Adds a number, its lowest bit first.
  public mutating func add(_ value: Int, _ bitCount: Int) {
    for bit in 0..<bitCount {
      if count % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(count % 8)
      count += 1
    }
  }

  /// Adds a prefix code, its highest bit first.
  public mutating func addCode(_ code: Int, _ bitCount: Int) {
    for bit in (0..<bitCount).reversed() { add(code >> bit & 1, 1) }
  }
}

/// Writes gzip files (RFC 1952) without compression, or with runs.
public enum GzipBytes {
  /// The header of a member.
  public static func header(
    extra: [UInt8]? = nil, name: String? = nil, comment: String? = nil, checksHeader: Bool = false
  ) -> [UInt8] {
    let flags: UInt8 =
      (checksHeader ? 2 : 0) | (extra == nil ? 0 : 4) | (name == nil ? 0 : 8)
      | (comment == nil ? 0 : 16)
    var bytes: [UInt8] = [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3]
    if let extra { bytes += little(extra.count, 2) + extra }
    for text in [name, comment] { if let text { bytes += Array(text.utf8) + [0] } }
    if checksHeader { bytes += little(Int(checksum(bytes)) & 0xFFFF, 2) }
    return bytes
  }

  /// A member with the content in a stored block.
  public static func file(
    _ content: [UInt8], extra: [UInt8]? = nil, name: String? = nil, comment: String? = nil,
    checksHeader: Bool = false
  ) -> [UInt8] {
    var bytes = header(extra: extra, name: name, comment: comment, checksHeader: checksHeader)
    bytes += [1] + little(content.count, 2) + little(~content.count, 2) + content
    return bytes + little(Int(checksum(content)), 4) + little(content.count, 4)
  }

  /// A member with a byte below 144, and matches of 258 of it each, in the fixed codes.
  public static func run(of byte: UInt8, matches: Int) -> [UInt8] {
    var bits = BitBytes()
    bits.add(0b011, 3)
    bits.addCode(0x30 + Int(byte), 8)
    for _ in 0..<matches {
      // Symbol 285: the length 258; symbol 0: the distance 1.
      bits.addCode(0b1100_0101, 8)
      bits.addCode(0, 5)
    }
    bits.addCode(0, 7)
    let count = 1 + 258 * matches
    let content = [UInt8](repeating: byte, count: count)
    return header() + bits.bytes + little(Int(checksum(content)), 4) + little(count, 4)
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The checksum by its definition: the remainder of a division of polynomials, bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = ~0
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
