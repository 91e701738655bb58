/// Little-endian numbers, one after another, as they stand in a file.
struct ByteList {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func append(_ value: UInt8) { bytes.append(value) }

  mutating func append(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append(_ value: UInt32) {
    append(UInt16(truncatingIfNeeded: value))
    append(UInt16(truncatingIfNeeded: value >> 16))
  }

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func append(_ name: FixedName) { bytes += name.bytes }

  /// A chunk's eight bytes of header.
  mutating func append(_ code: FourCharacterCode, size: Int) {
    append(code.rawValue)
    append(UInt32(truncatingIfNeeded: size))
  }

  /// A whole chunk; one of odd size is followed by a zero (RIFF).
  mutating func append(_ code: FourCharacterCode, _ contents: [UInt8]) {
    append(code, size: contents.count)
    bytes += contents
    if contents.count % 2 == 1 { bytes.append(0) }
  }
}
