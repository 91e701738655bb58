/// A name field of 20 bytes, preserved exactly (SoundFont 2.04 §7.2, 7.6, 7.10).
package struct FixedName: Hashable, Sendable {
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

  init(_ fields: inout RecordFields) {
    (first, second, third) = (fields.next(), fields.next(), fields.next())
  }

  package var bytes: [UInt8] { withBytes { Array($0) } }
  package var isEmpty: Bool { first & 0xFF == 0 }

  /// The name up to the first zero byte, without trailing spaces.
  package var text: String { withBytes { TextField.decode($0) } }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let fields = (first.littleEndian, second.littleEndian, third.littleEndian)
    return withUnsafeBytes(of: fields) {
      body(UnsafeRawBufferPointer(rebasing: $0[..<FixedName.byteCount]))
    }
  }
}
