/// A codebook that a test writes (Vorbis I §3), and what its entries mean.
struct WrittenBook {
  enum Vectors {
    case none
    /// Look-up type 1.
    case lattice(minimum: Double, delta: Double, [Int], isCumulative: Bool)
    /// Look-up type 2.
    case explicit(minimum: Double, delta: Double, [Int], isCumulative: Bool)
  }

  var dimensions: Int
  /// The lengths of the codewords; 0 for unused entries.
  var lengths: [Int]
  var isOrdered = false
  var vectors = Vectors.none

  var used: [Int] { lengths.indices.filter { lengths[$0] > 0 } }

  func write(to writer: inout BitWriter) {
    writer.write(0x564342, 24)
    writer.write(dimensions, 16)
    writer.write(lengths.count, 24)
    writer.write(isOrdered)
    if isOrdered { writeOrdered(&writer) } else { writeLengths(&writer) }
    switch vectors {
    case .none: writer.write(0, 4)
    case .lattice(let minimum, let delta, let values, let isCumulative):
      writer.write(1, 4)
      Self.write(minimum, delta, values, isCumulative, &writer)
    case .explicit(let minimum, let delta, let values, let isCumulative):
      writer.write(2, 4)
      Self.write(minimum, delta, values, isCumulative, &writer)
    }
  }

  private static func write(
    _ minimum: Double, _ delta: Double, _ values: [Int], _ isCumulative: Bool,
    _ writer: inout BitWriter
  ) {
    writer.write(packed: minimum)
    writer.write(packed: delta)
    writer.write(4, 4)
    writer.write(isCumulative)
    for value in values { writer.write(value, 5) }
  }

  private func writeLengths(_ writer: inout BitWriter) {
    let isSparse = lengths.contains(0)
    writer.write(isSparse)
    for length in lengths {
      if isSparse { writer.write(length > 0) }
      if length > 0 { writer.write(length - 1, 5) }
    }
  }

  private func writeOrdered(_ writer: inout BitWriter) {
    writer.write(lengths[0] - 1, 5)
    var entry = 0
    for length in lengths[0]... where entry < lengths.count {
      let count = lengths.filter { $0 == length }.count
      writer.write(count, bitWidth(lengths.count - entry))
      entry += count
      if entry == lengths.count { return }
    }
  }

  /// The codewords, from the first bit on: for each entry the lowest one of its length that neither
  /// begins as another one nor is the beginning of another one (§3.2.1).
  func codewords() -> [String] {
    var assigned: [(value: Int, length: Int)] = []
    return lengths.map { length in
      let free = (0..<(length > 0 ? 1 << length : 0)).first { value in
        !assigned.contains { other in
          let shared = min(other.length, length)
          return value >> (length - shared) == other.value >> (other.length - shared)
        }
      }
      guard let free else { return "" }
      assigned.append((free, length))
      return String((0..<length).map { free >> (length - 1 - $0) & 1 == 1 ? "1" : "0" })
    }
  }

  /// Returns the values of an entry (§3.2.1).
  func vector(_ entry: Int) -> [Double] {
    var last = 0.0
    switch vectors {
    case .none: return []
    case .lattice(let minimum, let delta, let values, let isCumulative):
      var divisor = 1
      return (0..<dimensions).map { _ in
        let value = Double(values[entry / divisor % values.count]) * delta + minimum + last
        divisor *= values.count
        if isCumulative { last = value }
        return value
      }
    case .explicit(let minimum, let delta, let values, let isCumulative):
      return (0..<dimensions).map { index in
        let value = Double(values[entry * dimensions + index]) * delta + minimum + last
        if isCumulative { last = value }
        return value
      }
    }
  }
}

/// The number of bits up to the highest one that is set (§9.2.1).
func bitWidth(_ value: Int) -> Int { value > 0 ? 1 + bitWidth(value / 2) : 0 }
