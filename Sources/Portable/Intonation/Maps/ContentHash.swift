package import PeachInstrumentModel

/// A 128-bit hash of a file's contents, used as a cache key: two XXH64 hashes with different seeds,
/// computed in one pass (xxHash specification 0.1.1, "XXH64 algorithm"). A bank has hundreds of
/// megabytes, and is hashed before its first note. XXH64 processes several gigabytes per second,
/// SHA-256 a few hundred megabytes. Not cryptographic: a collision causes wrong tuning at worst, so
/// an attacker would gain nothing.
package struct ContentHash: Hashable, Sendable {
  /// The XXH64 hash with seed 0.
  package var first: UInt64
  /// The XXH64 hash with seed 1.
  package var second: UInt64

  package init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  package init(of storage: ByteStorage) { self.init(of: storage.bytes) }

  package init(of bytes: UnsafeRawBufferPointer) {
    var (one, two, offset) = (Lanes(seed: 0), Lanes(seed: 1), 0)
    while offset &+ 32 <= bytes.count {
      one.add(bytes, at: offset)
      two.add(bytes, at: offset)
      offset &+= 32
    }
    first = one.finish(bytes, from: offset)
    second = two.finish(bytes, from: offset)
  }

  /// The hash as 32 hexadecimal digits, for file names.
  package var text: String { Self.digits(first) + Self.digits(second) }

  private static func digits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

private struct Lanes {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  private let seed: UInt64
  private var sums: (UInt64, UInt64, UInt64, UInt64)

  init(seed: UInt64) {
    self.seed = seed
    sums = (seed &+ Self.prime1 &+ Self.prime2, seed &+ Self.prime2, seed, seed &- Self.prime1)
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    sums.0 = Self.round(sums.0, Self.word(bytes, offset))
    sums.1 = Self.round(sums.1, Self.word(bytes, offset &+ 8))
    sums.2 = Self.round(sums.2, Self.word(bytes, offset &+ 16))
    sums.3 = Self.round(sums.3, Self.word(bytes, offset &+ 24))
  }

  /// Returns the hash, including the remaining bytes from `start`, fewer than 32.
  func finish(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    var hash = seed &+ Self.prime5
    if bytes.count >= 32 {
      hash = Self.rotated(sums.0, 1) &+ Self.rotated(sums.1, 7)
      hash = hash &+ Self.rotated(sums.2, 12) &+ Self.rotated(sums.3, 18)
      for sum in [sums.0, sums.1, sums.2, sums.3] {
        hash = (hash ^ Self.round(0, sum)) &* Self.prime1 &+ Self.prime4
      }
    }
    hash = hash &+ UInt64(bytes.count)
    var offset = start
    while offset + 8 <= bytes.count {
      hash ^= Self.round(0, Self.word(bytes, offset))
      hash = Self.rotated(hash, 27) &* Self.prime1 &+ Self.prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      let half = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      hash ^= UInt64(UInt32(littleEndian: half)) &* Self.prime1
      hash = Self.rotated(hash, 23) &* Self.prime2 &+ Self.prime3
      offset += 4
    }
    while offset < bytes.count {
      hash ^= UInt64(bytes[offset]) &* Self.prime5
      hash = Self.rotated(hash, 11) &* Self.prime1
      offset += 1
    }
    hash = (hash ^ (hash &>> 33)) &* Self.prime2
    hash = (hash ^ (hash &>> 29)) &* Self.prime3
    return hash ^ (hash &>> 32)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private static func round(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    rotated(sum &+ word &* prime2, 31) &* prime1
  }

  private static func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value &<< bits) | (value &>> (64 &- bits))
  }
}
