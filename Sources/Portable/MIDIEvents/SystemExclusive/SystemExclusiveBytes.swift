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
