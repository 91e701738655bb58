/// Reads bits, the highest one of each byte first. Past the end, it returns zeros.
struct BitReader {
  private let bytes: UnsafeRawBufferPointer
  /// The offset of the next byte to load.
  private var offset = 0
  /// The loaded bits, from the highest one on.
  private var cache: UInt64 = 0
  private var cachedBits = 0
  /// Whether more was read than there is.
  private(set) var isOver = false

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// The offset of the first byte that no bit was read of.
  var byteOffset: Int { offset - cachedBits / 8 }

  /// Reads an unsigned number of at most 32 bits.
  mutating func read(_ bits: Int) -> UInt32 {
    guard bits > 0 else { return 0 }
    if cachedBits < bits { load() }
    guard cachedBits >= bits else {
      isOver = true
      return 0
    }
    defer { drop(bits) }
    return UInt32(truncatingIfNeeded: cache >> UInt64(64 - bits))
  }

  /// Reads a number in two's complement, of at most 33 bits.
  mutating func readSigned(_ bits: Int) -> Int64 {
    guard bits > 0 else { return 0 }
    var value = UInt64(read(min(bits, 32)))
    if bits > 32 { value = value << 1 | UInt64(read(1)) }
    let shift = UInt64(64 - bits)
    return Int64(bitPattern: value << shift) >> Int64(shift)
  }

  /// Reads the number of zeros before a one.
  mutating func readUnary() -> UInt64 {
    var zeros: UInt64 = 0
    while true {
      if cachedBits == 0 { load() }
      guard cachedBits > 0 else {
        isOver = true
        return 0
      }
      let count = cache.leadingZeroBitCount
      if count < cachedBits {
        drop(count + 1)
        return zeros + UInt64(count)
      }
      zeros += UInt64(cachedBits)
      drop(cachedBits)
    }
  }

  mutating func skip(bytes count: Int) {
    for _ in 0..<count {
      if isOver { return }
      _ = read(8)
    }
  }

  mutating func alignToByte() { drop(cachedBits % 8) }

  private mutating func drop(_ bits: Int) {
    cache = bits < 64 ? cache << UInt64(bits) : 0
    cachedBits -= bits
  }

  private mutating func load() {
    while cachedBits <= 56, offset < bytes.count {
      cache |= UInt64(bytes[offset]) << UInt64(56 - cachedBits)
      offset += 1
      cachedBits += 8
    }
  }
}
