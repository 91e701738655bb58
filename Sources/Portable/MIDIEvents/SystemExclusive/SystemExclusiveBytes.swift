/// The bytes of one message, which may be asked for beyond its end.
struct SystemExclusiveBytes: BitwiseCopyable {
  private let start: UnsafePointer<UInt8>?
  /// How many there are; 0 where one of them is no data byte, as then it is no message.
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

  /// The byte at a place; 0xFF, which no data byte is, outside the message.
  subscript(place: Int) -> UInt8 {
    guard let start, place >= 0 && place < count else { return 0xFF }
    return start[place]
  }

  /// Two bytes as one number of 14 bits, the low seven bits at `low`.
  func fourteenBits(low: Int, high: Int) -> Int {
    Int(self[low] & 0x7F) | Int(self[high] & 0x7F) &<< 7
  }

  /// Bytes from a place on as one number, four bits of each, the highest first.
  func nibbles(at place: Int, count: Int) -> Int {
    var value = 0
    var index = place
    while index < place &+ count {
      value = value &<< 4 | Int(self[index] & 0x0F)
      index &+= 1
    }
    return value
  }

  /// Whether the bytes from a place on, the last being a checksum, add up to 0 in seven bits.
  func addUpToZero(from first: Int) -> Bool {
    var sum: UInt8 = 0
    var index = first
    while index < count {
      sum = sum &+ self[index]
      index &+= 1
    }
    return sum & 0x7F == 0
  }

  /// Whether the last byte is the exclusive-or of all before it.
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
