/// The bytes of a message, with safe access beyond its end.
struct SystemExclusiveBytes: BitwiseCopyable {
  private let start: UnsafePointer<UInt8>?
  /// The number of bytes; 0 if any of them is not a data byte, which makes the message invalid.
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    self.start = start
    var count = 0
    if let start {
      while count < bytes.count && start[count] < 0x80 { count &+= 1 }
    }
    self.count = count == bytes.count ? count : 0
  }

  /// The byte at an offset; 0xFF, an invalid data byte, outside the message.
  subscript(offset: Int) -> UInt8 {
    guard let start, offset >= 0 && offset < count else { return 0xFF }
    return start[offset]
  }

  /// Returns the 14-bit integer with its LSB at `low` and its MSB at `high`.
  func fourteenBits(low: Int, high: Int) -> Int {
    Int(self[low] & 0x7F) | Int(self[high] & 0x7F) &<< 7
  }

  /// Returns the integer of `count` nibbles, one per byte, the highest first.
  func nibbles(at offset: Int, count: Int) -> Int {
    var value = 0
    var index = offset
    while index < offset &+ count {
      value = value &<< 4 | Int(self[index] & 0x0F)
      index &+= 1
    }
    return value
  }

  /// Returns whether the bytes from an offset, including the checksum, sum to 0 modulo 128.
  func addUpToZero(from first: Int) -> Bool {
    var sum: UInt8 = 0
    var index = first
    while index < count {
      sum = sum &+ self[index]
      index &+= 1
    }
    return sum & 0x7F == 0
  }

  /// Returns whether the last byte is the exclusive-or of all others.
  func lastByteIsParity() -> Bool {
    var parity: UInt8 = 0
    var index = 0
    while index < count {
      parity ^= self[index]
      index &+= 1
    }
    return parity == 0
  }
}

extension SystemExclusiveDecoder {
  /// Conversions of 7-bit and 14-bit values.
  enum Values {
    /// Converts 0…127 to 0…1.
    static func fraction(_ value: UInt8) -> Double { Double(value) / 127 }

    /// Converts 0…127 to −1…1, with 0 at 64 and exact ends.
    static func bipolarFraction(_ value: UInt8) -> Double {
      let steps = Double(value) - 64
      return steps < 0 ? steps / 64 : steps / 63
    }

    /// Converts a pan of 1…127 to −1…1, with 0 at 64; 0 equals 1.
    static func pan(_ value: UInt8) -> Double { value < 1 ? -1 : (Double(value) - 64) / 63 }
    /// Converts 0…127 to −64…63.
    static func steps(_ value: UInt8) -> Int8 { Int8(truncatingIfNeeded: value &- 64) }

    /// Converts 0x28…0x58 to −24…24; `nil` for other values.
    static func keyShift(_ value: UInt8) -> Int8? {
      value >= 0x28 && value <= 0x58 ? steps(value) : nil
    }

    /// Converts 0…16,383 to −100…100 cents, with 0 at 8,192 (MIDI 1.0, Master Tuning; CA-021).
    static func cents(_ value: Int) -> Double { (Double(value) - 8192) * 100 / 8192 }
  }
}
