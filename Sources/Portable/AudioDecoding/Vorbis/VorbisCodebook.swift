import PeachMusicUnits

/// A codebook (Vorbis I §3): a Huffman code of entries, and a vector of values for each entry.
///
/// Owned by ``VorbisCodebooks``, which frees its memory. The tables for decoding are made before
/// the first use: a stream rarely uses all its codebooks.
struct VorbisCodebook {
  /// The maximum length of a codeword that is decoded by a single look-up.
  private static let tableBits = 10

  let dimensions: Int
  let entryCount: Int
  /// The lengths of the codewords; 0 for unused entries.
  let lengths: UnsafeMutablePointer<UInt8>
  /// The values of the vectors before they are scaled; empty without vectors (look-up type 0).
  var multiplicands: UnsafeMutablePointer<UInt16>?
  var multiplicandCount = 0
  var isLattice = false
  var minimum = 0.0
  var delta = 0.0
  /// Whether each value is added to the one before it in the vector.
  var isCumulative = false

  /// The entry and the length of the codeword that begins with these bits, `entry << 6 | length`;
  /// if it is longer, a node's index, `index << 6`.
  private(set) var table: UnsafeMutablePointer<UInt32>?
  private var mask: UInt64 = 0
  /// The values of the two branches of each node. The first node is unused.
  private var nodes: UnsafeMutablePointer<UInt32>?
  private(set) var vectors: UnsafeMutablePointer<Float>?

  init(dimensions: Int, entryCount: Int, lengths: UnsafeMutablePointer<UInt8>) {
    self.dimensions = dimensions
    self.entryCount = entryCount
    self.lengths = lengths
  }

  func deallocate() {
    lengths.deallocate()
    multiplicands?.deallocate()
    table?.deallocate()
    nodes?.deallocate()
    vectors?.deallocate()
  }

  var hasVectors: Bool { multiplicands != nil }

  /// Whether the codewords fill the tree (§3.2.1). A single codeword of one bit need not, and no
  /// codeword is as good as none in a codebook that is never used.
  var isComplete: Bool {
    var sum: UInt64 = 0
    var used = 0
    for entry in 0..<entryCount where lengths[entry] > 0 {
      sum &+= 1 &<< UInt64(32 &- lengths[entry])
      used &+= 1
    }
    return sum == 1 << 32 || used == 0 || used == 1 && sum == 1 << 31
  }

  /// Reads a codeword, and returns its entry; −1 at the end of the packet. The codebook is
  /// prepared.
  @inline(__always) func readEntry(_ reader: inout VorbisBitReader) -> Int {
    guard let table else { return -1 }
    let bits = reader.next
    var found = table[Int(truncatingIfNeeded: bits & mask)]
    if found & 63 == 0 { found = leaf(below: found, bits) }
    if found == 0 { reader.end() }
    reader.skip(Int(truncatingIfNeeded: found & 63))
    return reader.isOver ? -1 : Int(truncatingIfNeeded: found &>> 6)
  }

  private func leaf(below first: UInt32, _ bits: UInt64) -> UInt32 {
    guard let nodes, first != 0 else { return 0 }
    var found = first
    var rest = bits &>> UInt64(truncatingIfNeeded: Self.tableBits)
    while found != 0, found & 63 == 0 {
      found = nodes[Int(truncatingIfNeeded: found &>> 5 & ~1 | UInt32(rest & 1))]
      rest &>>= 1
    }
    return found
  }

  /// Makes the tables.
  mutating func prepare() {
    guard table == nil else { return }
    var longest = 0
    var (used, long) = (0, 0)
    for entry in 0..<entryCount {
      let length = Int(lengths[entry])
      longest = max(longest, length)
      used += length > 0 ? 1 : 0
      long += length > Self.tableBits ? 1 : 0
    }
    let bits = min(longest, Self.tableBits)
    let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << bits)
    table.initialize(repeating: 0, count: 1 << bits)
    mask = 1 << UInt64(bits) - 1
    if long > 0 {
      // A tree with this many leaves has fewer nodes.
      let nodes = UnsafeMutablePointer<UInt32>.allocate(capacity: 2 * (long + 1))
      nodes.initialize(repeating: 0, count: 2 * (long + 1))
      self.nodes = nodes
    }
    self.table = table
    assignCodewords(to: table)
    if used == 1 {
      // A single codeword may be written as 0 or as 1.
      table[1] = table[0]
    }
    makeVectors()
  }

  /// Assigns to each entry the lowest codeword that is free (§3.2.1).
  private func assignCodewords(to table: UnsafeMutablePointer<UInt32>) {
    var nodeCount: UInt32 = 1
    // The free codewords are the rest of the tree to the right of those assigned. It consists of at
    // most one subtree of each depth; the deeper one is left of the other. Codewords are aligned to
    // the highest bit.
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 33) { free in
      free.initialize(repeating: 0)
      var depths: UInt64 = 1
      for entry in 0..<entryCount where lengths[entry] > 0 {
        let length = Int(lengths[entry])
        let depth = 63 - (depths & (2 << UInt64(length) - 1)).leadingZeroBitCount
        // A complete tree has a free codeword.
        guard depth >= 0 else { return }
        let codeword = free[depth]
        depths &= ~(1 << UInt64(depth))
        for below in depth + 1..<length + 1 {
          free[below] = codeword | 1 << UInt32(32 - below)
          depths |= 1 << UInt64(below)
        }
        insert(
          UInt32(entry) << 6 | UInt32(length), at: Self.reversed(codeword), length: length,
          table, &nodeCount)
      }
    }
  }

  /// Inserts a leaf at a codeword whose first bit is the lowest one.
  private func insert(
    _ leaf: UInt32, at codeword: UInt32, length: Int, _ table: UnsafeMutablePointer<UInt32>,
    _ nodeCount: inout UInt32
  ) {
    let first = Int(truncatingIfNeeded: UInt64(codeword) & mask)
    guard length > Self.tableBits, let nodes else {
      for index in stride(from: first, through: Int(truncatingIfNeeded: mask), by: 1 << length) {
        table[index] = leaf
      }
      return
    }
    func child(_ node: UInt32) -> UInt32 {
      if node != 0 { return node }
      defer { nodeCount += 1 }
      return nodeCount << 6
    }
    table[first] = child(table[first])
    var node = table[first]
    for bit in Self.tableBits..<length {
      let index = Int(node >> 5 | codeword >> UInt32(bit) & 1)
      if bit == length - 1 {
        nodes[index] = leaf
      } else {
        nodes[index] = child(nodes[index])
        node = nodes[index]
      }
    }
  }

  /// Returns bits in reverse order.
  private static func reversed(_ bits: UInt32) -> UInt32 {
    var bits = bits.byteSwapped
    bits = (bits & 0x0F0F_0F0F) << 4 | bits >> 4 & 0x0F0F_0F0F
    bits = (bits & 0x3333_3333) << 2 | bits >> 2 & 0x3333_3333
    return (bits & 0x5555_5555) << 1 | bits >> 1 & 0x5555_5555
  }

  /// Computes the vectors of all entries (§3.2.1, VQ lookup table vector representation).
  private mutating func makeVectors() {
    guard let multiplicands, multiplicandCount > 0 else { return }
    let vectors = UnsafeMutablePointer<Float>.allocate(capacity: entryCount * dimensions)
    for entry in 0..<entryCount {
      var last = 0.0
      var quotient = entry
      for dimension in 0..<dimensions {
        var index = entry * dimensions + dimension
        if isLattice {
          index = quotient % multiplicandCount
          quotient /= multiplicandCount
        }
        let value = Double(multiplicands[index]) * delta + minimum + last
        if isCumulative { last = value }
        (vectors + (entry * dimensions + dimension)).initialize(to: Float(value))
      }
    }
    self.vectors = vectors
  }
}
