/// Builds little-endian binary data.
struct ByteList {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ value: UInt8) { bytes.append(value) }

  mutating func append(_ values: UInt16...) {
    for value in values {
      append(UInt8(truncatingIfNeeded: value))
      append(UInt8(truncatingIfNeeded: value >> 8))
    }
  }

  mutating func append(_ values: UInt32...) {
    for value in values {
      append(UInt16(truncatingIfNeeded: value), UInt16(truncatingIfNeeded: value >> 16))
    }
  }

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func append(_ code: FourCharacterCode, size: Int) {
    append(code.rawValue, UInt32(truncatingIfNeeded: size))
  }

  /// Appends a chunk, padded to even size (RIFF).
  mutating func append(_ code: FourCharacterCode, _ contents: [UInt8]) {
    append(code, size: contents.count)
    bytes += contents
    if contents.count % 2 == 1 { bytes.append(0) }
  }
}
