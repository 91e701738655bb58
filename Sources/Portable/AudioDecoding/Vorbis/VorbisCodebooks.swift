import PeachMusicUnits

/// The codebooks of a stream (Vorbis I §4.2.4).
struct VorbisCodebooks: ~Copyable {
  /// The maximum number of entries of all codebooks, and of values of their vectors. A few bytes
  /// can declare any number.
  private static let entryLimit = 1 << 20
  private static let valueLimit = 1 << 22

  private let books = UnsafeMutablePointer<VorbisCodebook>.allocate(capacity: 256)
  private(set) var count = 0
  private var entryCount = 0
  private var valueCount = 0

  deinit {
    for index in 0..<count { books[index].deallocate() }
    books.deallocate()
  }

  /// Reads the codebooks; `nil` if they are invalid.
  init?(_ reader: inout VorbisBitReader) {
    let count = reader.read(8) + 1
    for _ in 0..<count {
      guard readBook(&reader) else { return nil }
    }
  }

  subscript(index: Int) -> VorbisCodebook {
    @inline(__always) get { books[index] }
  }

  /// Returns a codebook that can decode.
  @inline(__always) func prepared(_ index: Int) -> VorbisCodebook {
    if books[index].table == nil { books[index].prepare() }
    return books[index]
  }

  /// Reads a codebook (§3.2.1). Returns whether it is valid.
  private mutating func readBook(_ reader: inout VorbisBitReader) -> Bool {
    guard reader.read(24) == 0x564342 else { return false }
    let (dimensions, entries) = (reader.read(16), reader.read(24))
    guard dimensions > 0, entries > 0, entries <= Self.entryLimit - entryCount else {
      return false
    }
    let lengths = UnsafeMutablePointer<UInt8>.allocate(capacity: entries)
    lengths.initialize(repeating: 0, count: entries)
    (books + count).initialize(
      to: VorbisCodebook(dimensions: dimensions, entryCount: entries, lengths: lengths))
    count += 1
    entryCount += entries
    let areRead =
      reader.readFlag()
      ? Self.readOrderedLengths(&reader, lengths, entries)
      : Self.readLengths(&reader, lengths, entries)
    guard areRead, books[count - 1].isComplete else { return false }
    let lookupType = reader.read(4)
    guard lookupType > 0 else { return !reader.isOver }
    guard lookupType <= 2 else { return false }
    return readValues(&reader, isLattice: lookupType == 1)
  }

  private static func readLengths(
    _ reader: inout VorbisBitReader, _ lengths: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> Bool {
    let isSparse = reader.readFlag()
    guard count <= reader.remainingBits else { return false }
    for entry in 0..<count {
      let bits = reader.next
      if !isSparse {
        lengths[entry] = UInt8(truncatingIfNeeded: bits & 31) &+ 1
        reader.skip(5)
      } else if bits & 1 == 0 {
        reader.skip(1)
      } else {
        lengths[entry] = UInt8(truncatingIfNeeded: bits >> 1 & 31) &+ 1
        reader.skip(6)
      }
    }
    return !reader.isOver
  }

  private static func readOrderedLengths(
    _ reader: inout VorbisBitReader, _ lengths: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> Bool {
    var length = reader.read(5) + 1
    var entry = 0
    while entry < count {
      let number = reader.read((count - entry).vorbisBitWidth)
      guard length <= 32, number <= count - entry, !reader.isOver else { return false }
      (lengths + entry).update(repeating: UInt8(length), count: number)
      entry += number
      length += 1
    }
    return true
  }

  /// Reads the values of vectors (§3.2.1).
  private mutating func readValues(_ reader: inout VorbisBitReader, isLattice: Bool) -> Bool {
    let book = books + (count - 1)
    let (entries, dimensions) = (book.pointee.entryCount, book.pointee.dimensions)
    guard dimensions <= (Self.valueLimit - valueCount) / entries else { return false }
    valueCount += entries * dimensions
    book.pointee.minimum = Self.unpackedFloat(reader.readLong(32))
    book.pointee.delta = Self.unpackedFloat(reader.readLong(32))
    let bits = reader.read(4) + 1
    book.pointee.isCumulative = reader.readFlag()
    book.pointee.isLattice = isLattice
    let values =
      isLattice ? Self.latticeValues(entries, dimensions: dimensions) : entries * dimensions
    guard values <= reader.remainingBits / bits else { return false }
    let multiplicands = UnsafeMutablePointer<UInt16>.allocate(capacity: values)
    for index in 0..<values {
      (multiplicands + index).initialize(to: UInt16(truncatingIfNeeded: reader.read(bits)))
    }
    book.pointee.multiplicands = multiplicands
    book.pointee.multiplicandCount = values
    return !reader.isOver
  }

  /// Returns the greatest integer whose power of `dimensions` is at most `entries` (§9.2.3).
  static func latticeValues(_ entries: Int, dimensions: Int) -> Int {
    func isWithin(_ base: Int) -> Bool { Self.power(base, dimensions, isAtMost: entries) }
    var base = Int(Exponential.exp2(Exponential.log2(Double(entries)) / Double(dimensions)))
    while base > 1, !isWithin(base) { base -= 1 }
    while isWithin(base + 1) { base += 1 }
    return base
  }

  /// Whether a power of a positive integer is at most `limit`.
  static func power(_ base: Int, _ exponent: Int, isAtMost limit: Int) -> Bool {
    guard base > 1 else { return limit >= 1 }
    var product = 1
    for _ in 0..<exponent {
      guard product <= limit / base else { return false }
      product *= base
    }
    return true
  }

  /// Returns the number of a packed format (§9.2.2).
  private static func unpackedFloat(_ bits: UInt64) -> Double {
    let exponent = bits >> 21 & 0x3FF
    // 2 to the power of the exponent − 788.
    let scale = Double(bitPattern: (exponent + 1_023 - 788) << 52)
    let magnitude = Double(bits & 0x1F_FFFF) * scale
    return bits & 0x8000_0000 == 0 ? magnitude : -magnitude
  }
}
