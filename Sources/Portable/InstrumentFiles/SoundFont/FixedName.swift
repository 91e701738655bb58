/// A name in a field of twenty bytes, kept as it is in the file (SoundFont 2.04 §7.2, 7.6, 7.10).
public struct FixedName: Hashable, Sendable {
  /// How many bytes the field has.
  public static var byteCount: Int { 20 }

  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt32 = 0

  /// The name with these bytes, filled up with zeros; what is beyond twenty is left out.
  public init(bytes: some Sequence<UInt8>) {
    var place = 0
    for byte in bytes {
      if place >= FixedName.byteCount { break }
      let shift = UInt64(place % 8) * 8
      switch place / 8 {
      case 0: first |= UInt64(byte) << shift
      case 1: second |= UInt64(byte) << shift
      default: third |= UInt32(byte) << UInt32(shift)
      }
      place += 1
    }
  }

  /// The twenty bytes at `offset`, which must be within `bytes`.
  init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    first = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    second = UInt64(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    third = UInt32(
      littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self))
  }

  /// The field's bytes, all twenty.
  public var bytes: [UInt8] {
    (0..<FixedName.byteCount).map { place in
      let shift = UInt64(place % 8) * 8
      switch place / 8 {
      case 0: return UInt8(truncatingIfNeeded: first >> shift)
      case 1: return UInt8(truncatingIfNeeded: second >> shift)
      default: return UInt8(truncatingIfNeeded: third >> UInt32(shift))
      }
    }
  }

  /// True where the name is empty.
  public var isEmpty: Bool { first & 0xFF == 0 }

  /// The name as text: up to the first zero byte, without trailing spaces, never invalid.
  public var text: String {
    // The same twenty bytes, without an array of them.
    let fields = (first.littleEndian, second.littleEndian, third.littleEndian)
    return withUnsafeBytes(of: fields) {
      TextField.decode(UnsafeRawBufferPointer(rebasing: $0[..<FixedName.byteCount]))
    }
  }
}
