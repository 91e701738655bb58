/// Decompresses DEFLATE data (RFC 1951). Time and memory are linear in the output.
struct Inflater {
  private let bytes: [UInt8]
  /// The offset of the next byte that is not in `bits`.
  private var position: Int
  /// Bits that were read and not used, the first one lowest.
  private var bits: UInt32 = 0
  private var bitCount = 0
  private let limit: Int
  private(set) var output: [UInt8] = []

  /// - Parameter limit: The maximum number of bytes of the output.
  init(_ bytes: [UInt8], at offset: Int, limit: Int) {
    self.bytes = bytes
    self.limit = limit
    position = offset
  }

  /// The offset of the first byte after the data.
  var offset: Int { position - bitCount / 8 }

  /// Decompresses all blocks.
  mutating func inflate() throws(SongFileError) {
    var isLast = false
    while !isLast {
      isLast = try read(1) == 1
      switch try read(2) {
      case 0: try copyStoredBlock()
      case 1: try inflateBlock(.fixedLiterals, .fixedDistances)
      case 2:
        let (literals, distances) = try readCodes()
        try inflateBlock(literals, distances)
      default: throw error(.damaged("a block has an invalid type"))
      }
    }
  }

  private func error(_ reason: SongFileError.Reason) -> SongFileError {
    SongFileError(.gzip, reason, at: offset)
  }

  private mutating func read(_ count: Int) throws(SongFileError) -> Int {
    while bitCount < count {
      guard position < bytes.count else { throw error(.truncated) }
      bits |= UInt32(bytes[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = bits & ((1 << UInt32(count)) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func append(_ byte: UInt8) throws(SongFileError) {
    if output.count >= limit { throw error(.tooLarge(limit)) }
    output.append(byte)
  }

  /// Copies a block without compression (§3.2.4).
  private mutating func copyStoredBlock() throws(SongFileError) {
    // It starts at a byte.
    bits >>= UInt32(bitCount % 8)
    bitCount -= bitCount % 8
    let count = try read(16)
    if try read(16) ^ 0xFFFF != count {
      throw error(.damaged("the length of a block does not agree with its complement"))
    }
    // All bits of the buffer were used.
    guard count <= bytes.count - position else { throw error(.truncated) }
    if count > limit - output.count { throw error(.tooLarge(limit)) }
    output += bytes[position..<position + count]
    position += count
  }

  /// Reads the codes of a block (§3.2.7).
  private mutating func readCodes() throws(SongFileError) -> (PrefixCode, PrefixCode) {
    let literalCount = try read(5) + 257
    let distanceCount = try read(5) + 1
    let lengthCount = try read(4) + 4
    var codeLengths = [UInt8](repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for symbol in order.prefix(lengthCount) { codeLengths[symbol] = UInt8(try read(3)) }
    let lengthCode = try code(codeLengths)
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try readSymbol(lengthCode)
      var (length, count) = (UInt8(0), 1)
      switch symbol {
      case 16:
        guard let last = lengths.last else {
          throw error(.damaged("a code repeats a length that is missing"))
        }
        (length, count) = (last, try read(2) + 3)
      case 17: count = try read(3) + 3
      case 18: count = try read(7) + 11
      default: length = UInt8(symbol)
      }
      for _ in 0..<count { lengths.append(length) }
    }
    guard lengths.count == literalCount + distanceCount else {
      throw error(.damaged("a code has too many lengths"))
    }
    return (
      try code(Array(lengths[..<literalCount])), try code(Array(lengths[literalCount...]))
    )
  }

  private func code(_ lengths: [UInt8]) throws(SongFileError) -> PrefixCode {
    guard let code = PrefixCode(lengths) else {
      throw error(.damaged("a code has more symbols than its lengths allow"))
    }
    return code
  }

  private mutating func readSymbol(_ code: borrowing PrefixCode) throws(SongFileError) -> Int {
    var decoder = PrefixCode.Decoder()
    for length in 1...PrefixCode.longest {
      if let symbol = decoder.next(bit: try read(1), length, in: code) { return symbol }
    }
    throw error(.damaged("a symbol has no code"))
  }

  /// Decompresses a block with codes (§3.2.3, §3.2.5).
  private mutating func inflateBlock(
    _ literals: PrefixCode, _ distances: PrefixCode
  ) throws(SongFileError) {
    while true {
      let symbol = try readSymbol(literals)
      if symbol < 256 {
        try append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      let length = try readLength(symbol)
      let distance = try readDistance(try readSymbol(distances))
      guard distance <= output.count else {
        throw error(.damaged("a distance reaches before the start"))
      }
      for _ in 0..<length { try append(output[output.count - distance]) }
    }
  }

  /// Returns the length of a symbol from 257 on: 3 to 258.
  private mutating func readLength(_ symbol: Int) throws(SongFileError) -> Int {
    let index = symbol - 257
    guard index < 29 else { throw error(.damaged("a length is invalid")) }
    if index == 28 { return 258 }
    if index < 8 { return index + 3 }
    // Groups of four with the same number of extra bits.
    let extra = index / 4 - 1
    return 3 + (4 + index % 4) << extra + (try read(extra))
  }

  /// Returns the distance of a symbol: 1 to 32,768.
  private mutating func readDistance(_ symbol: Int) throws(SongFileError) -> Int {
    guard symbol < 30 else { throw error(.damaged("a distance is invalid")) }
    if symbol < 4 { return symbol + 1 }
    // Groups of two.
    let extra = symbol / 2 - 1
    return 1 + (2 + symbol % 2) << extra + (try read(extra))
  }
}

/// A canonical prefix code (RFC 1951 §3.2.2).
struct PrefixCode {
  static let longest = 15

  /// The number of codes of each length.
  private var counts = [Int](repeating: 0, count: longest + 1)
  /// The symbols, by the lengths of their codes, then by their numbers.
  private var symbols: [Int] = []

  /// Creates a code from the lengths of all symbols, 0 for none; `nil` if it has too many. A code
  /// may be incomplete, as one with a single distance is.
  init?(_ lengths: [UInt8]) {
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var free = 1
    for count in counts[1...] {
      free = 2 * free - count
      if free < 0 { return nil }
    }
    var first = [Int](repeating: 0, count: Self.longest + 1)
    for length in 1...Self.longest { first[length] = first[length - 1] + counts[length - 1] }
    symbols = [Int](repeating: 0, count: first[Self.longest] + counts[Self.longest])
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[first[Int(length)]] = symbol
      first[Int(length)] += 1
    }
  }

  /// The codes of blocks of type 1 (§3.2.6).
  static let fixedLiterals = fixed(
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
      + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8))
  static let fixedDistances = fixed([UInt8](repeating: 5, count: 30))

  private static func fixed(_ lengths: [UInt8]) -> PrefixCode {
    guard let code = PrefixCode(lengths) else { preconditionFailure("The code is valid.") }
    return code
  }

  /// Follows the bits of a code.
  struct Decoder {
    private var code = 0
    /// The first code of the present length, and the index of its symbol.
    private var (first, index) = (0, 0)

    /// Adds the next bit; returns the symbol if the code is complete at its length.
    mutating func next(bit: Int, _ length: Int, in prefixCode: borrowing PrefixCode) -> Int? {
      code |= bit
      let count = prefixCode.counts[length]
      if code - first < count { return prefixCode.symbols[index + code - first] }
      index += count
      first = (first + count) << 1
      code <<= 1
      return nil
    }
  }
}
