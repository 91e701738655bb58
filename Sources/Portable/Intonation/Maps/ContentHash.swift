package import PeachInstrumentModel

/// 128 bits that tell one file's bytes from another's: the key of a cache, no protection.
///
/// Two XXH64 sums of different seeds in one pass (xxHash specification 0.1.1, "XXH64 algorithm").
/// A bank has hundreds of megabytes and is hashed before its first note: this reads several
/// gigabytes a second where SHA-256 reads a few hundred megabytes, and nobody gains by making two
/// banks collide: the worst that follows is a wrong tuning.
package struct ContentHash: Hashable, Sendable {
  /// XXH64 with seed 0.
  package var first: UInt64
  /// XXH64 with seed 1.
  package var second: UInt64

  /// A hash of these parts.
  package init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// The hash of all bytes; touches every page of a mapped file, so not for the audio thread.
  package init(of storage: ByteStorage) { self.init(of: storage.bytes) }

  /// The hash of all bytes.
  package init(of bytes: UnsafeRawBufferPointer) {
    var one = Lanes(seed: 0)
    var two = Lanes(seed: 1)
    var place = 0
    while place &+ 32 <= bytes.count {
      one.add(bytes, at: place)
      two.add(bytes, at: place)
      place &+= 32
    }
    first = one.finish(bytes, from: place)
    second = two.finish(bytes, from: place)
  }

  /// As 32 hexadecimal digits: a file name.
  package var text: String { Self.digits(first) + Self.digits(second) }

  private static func digits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// XXH64's four running sums.
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

  mutating func add(_ bytes: UnsafeRawBufferPointer, at place: Int) {
    sums.0 = Self.round(sums.0, Self.word(bytes, place))
    sums.1 = Self.round(sums.1, Self.word(bytes, place &+ 8))
    sums.2 = Self.round(sums.2, Self.word(bytes, place &+ 16))
    sums.3 = Self.round(sums.3, Self.word(bytes, place &+ 24))
  }

  /// The sum of all, the last bytes being those from `start` on, fewer than 32.
  func finish(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt64 {
    var hash = seed &+ Self.prime5
    if bytes.count >= 32 {
      hash = Self.turned(sums.0, 1) &+ Self.turned(sums.1, 7)
      hash = hash &+ Self.turned(sums.2, 12) &+ Self.turned(sums.3, 18)
      for sum in [sums.0, sums.1, sums.2, sums.3] {
        hash = (hash ^ Self.round(0, sum)) &* Self.prime1 &+ Self.prime4
      }
    }
    hash = hash &+ UInt64(bytes.count)
    var place = start
    while place + 8 <= bytes.count {
      hash ^= Self.round(0, Self.word(bytes, place))
      hash = Self.turned(hash, 27) &* Self.prime1 &+ Self.prime4
      place += 8
    }
    if place + 4 <= bytes.count {
      let half = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
      hash ^= UInt64(UInt32(littleEndian: half)) &* Self.prime1
      hash = Self.turned(hash, 23) &* Self.prime2 &+ Self.prime3
      place += 4
    }
    while place < bytes.count {
      hash ^= UInt64(bytes[place]) &* Self.prime5
      hash = Self.turned(hash, 11) &* Self.prime1
      place += 1
    }
    hash = (hash ^ (hash &>> 33)) &* Self.prime2
    hash = (hash ^ (hash &>> 29)) &* Self.prime3
    return hash ^ (hash &>> 32)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  private static func round(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    turned(sum &+ word &* prime2, 31) &* prime1
  }

  private static func turned(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    (value &<< bits) | (value &>> (64 &- bits))
  }
}
