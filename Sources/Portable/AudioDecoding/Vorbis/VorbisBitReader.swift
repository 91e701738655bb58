/// Reads the bits of a packet, the lowest one of each byte first (Vorbis I §2.1). Zeros follow the
/// packet.
struct VorbisBitReader {
  private let start: UnsafeRawPointer
  private let bitCount: Int
  private var position = 0
  /// Whether more was read than there is: the end of the packet.
  private(set) var isOver = false

  /// Creates a reader of a packet that ``OggPacketReader/padding`` zeros follow.
  init(_ packet: UnsafeRawPointer, byteCount: Int) {
    start = packet
    bitCount = byteCount &* 8
  }

  var remainingBits: Int { bitCount &- position }

  /// The next 57 or more bits, the first one lowest.
  var next: UInt64 {
    @inline(__always) get {
      UInt64(
        littleEndian: start.loadUnaligned(fromByteOffset: position &>> 3, as: UInt64.self))
        &>> UInt64(truncatingIfNeeded: position & 7)
    }
  }

  @inline(__always) mutating func skip(_ bits: Int) {
    position &+= bits
    if position > bitCount { end() }
  }

  /// Treats the packet as ended.
  mutating func end() {
    position = bitCount
    isOver = true
  }

  /// Reads an unsigned integer of at most 32 bits.
  @inline(__always) mutating func read(_ bits: Int) -> Int {
    Int(truncatingIfNeeded: readLong(bits))
  }

  /// Reads an unsigned integer of at most 57 bits.
  @inline(__always) mutating func readLong(_ bits: Int) -> UInt64 {
    let value = next & (1 &<< UInt64(truncatingIfNeeded: bits) &- 1)
    skip(bits)
    return value
  }

  mutating func readFlag() -> Bool { read(1) != 0 }
}

extension Int {
  /// The number of bits up to the highest one that is set: `ilog` of Vorbis I §9.2.1.
  var vorbisBitWidth: Int { self <= 0 ? 0 : Self.bitWidth - leadingZeroBitCount }
}
