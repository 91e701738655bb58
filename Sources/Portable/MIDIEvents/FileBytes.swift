extension [UInt8] {
  /// True where the four characters stand at a place; false where the bytes do not reach so far.
  func starts(atPlace place: Int, with name: StaticString) -> Bool {
    guard place >= 0 && count - place >= name.utf8CodeUnitCount else { return false }
    for index in 0..<name.utf8CodeUnitCount where self[place + index] != name.utf8Start[index] {
      return false
    }
    return true
  }

  /// True where a chunk begins: a track, or any four printable characters whose length fits.
  func isChunk(at place: Int, end: Int) -> Bool {
    guard end - place >= 8 else { return false }
    if starts(atPlace: place, with: "MTrk") { return true }
    for byte in self[place..<place + 4] where byte < 0x20 || byte > 0x7E { return false }
    return bigEndian32(at: place + 4) <= end - place - 8
  }

  /// The number in two bytes; they must be there.
  func bigEndian16(at place: Int) -> UInt16 {
    UInt16(self[place]) << 8 | UInt16(self[place + 1])
  }

  /// The number in four bytes, or the largest there is where `Int` has 32 bits; they must be there.
  func bigEndian32(at place: Int) -> Int {
    let high = UInt32(bigEndian16(at: place))
    return Int(clamping: high << 16 | UInt32(bigEndian16(at: place + 2)))
  }

  /// As ``bigEndian32(at:)``, the low byte first.
  func littleEndian32(at place: Int) -> Int {
    let low = UInt32(bigEndian16(at: place).byteSwapped)
    return Int(clamping: UInt32(bigEndian16(at: place + 2).byteSwapped) << 16 | low)
  }
}
