/// A name field of 20 bytes, preserved exactly (SoundFont 2.04 §7.2, 7.6, 7.10).
package struct FixedName: Hashable, Sendable {
  /// The size of the field.
  package static var byteCount: Int { 20 }

  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt32 = 0

  /// Creates a name from up to 20 bytes, padded with zeros. Ignores further bytes.
  package init(bytes: some Sequence<UInt8>) {
    for (index, byte) in bytes.prefix(FixedName.byteCount).enumerated() {
      let shift = UInt64(index % 8) * 8
      switch index / 8 {
      case 0: first |= UInt64(byte) << shift
      case 1: second |= UInt64(byte) << shift
      default: third |= UInt32(byte) << UInt32(shift)
      }
    }
  }

  /// Reads the name at an offset that the caller has validated.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    first = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    second = UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    third = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self))
  }

  /// The 20 bytes of the field.
  package var bytes: [UInt8] {
    withBytes { Array($0) }
  }

  /// Whether the name is empty.
  package var isEmpty: Bool { first & 0xFF == 0 }

  /// The name up to the first zero byte, without trailing spaces.
  package var text: String {
    withBytes { TextField.decode($0) }
  }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let fields = (first.littleEndian, second.littleEndian, third.littleEndian)
    return withUnsafeBytes(of: fields) {
      body(UnsafeRawBufferPointer(rebasing: $0[..<FixedName.byteCount]))
    }
  }
}
