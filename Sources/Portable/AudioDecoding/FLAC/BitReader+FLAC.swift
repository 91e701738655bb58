/// The channels of a FLAC block (RFC 9639 §9.2).
extension BitReader {
  /// Reads the samples of a channel; `nil` if they are damaged.
  mutating func readSubframe(_ count: Int, bits: Int) -> [Int64]? {
    guard read(1) == 0, case let kind = Int(read(6)) else { return nil }
    let wastedBits = read(1) == 0 ? 0 : Int(clamping: readUnary()) &+ 1
    guard wastedBits >= 0, wastedBits < bits, !isOver else { return nil }
    guard var samples = readSamples(count, kind: kind, bits: bits - wastedBits), !isOver else {
      return nil
    }
    if wastedBits > 0 {
      for index in samples.indices { samples[index] <<= Int64(wastedBits) }
    }
    return samples
  }

  private mutating func readSamples(_ count: Int, kind: Int, bits: Int) -> [Int64]? {
    switch kind {
    case 0: return [Int64](repeating: readSigned(bits), count: count)
    case 1: return (0..<count).map { _ in readSigned(bits) }
    case 8...12: return readPredicted(count, bits: bits, order: kind - 8, isLinear: false)
    case 32...63: return readPredicted(count, bits: bits, order: kind - 31, isLinear: true)
    default: return nil
    }
  }

  /// The coefficients of the fixed predictors of §9.2.5, for the last sample first.
  private static func fixedCoefficients(order: Int) -> [Int64] {
    switch order {
    case 0: []
    case 1: [1]
    case 2: [2, -1]
    case 3: [3, -3, 1]
    default: [4, -6, 4, -1]
    }
  }

  /// Reads samples by a fixed (§9.2.5) or a linear predictor (§9.2.6), and its residual.
  private mutating func readPredicted(
    _ count: Int, bits: Int, order: Int, isLinear: Bool
  ) -> [Int64]? {
    guard order <= count else { return nil }
    var samples = (0..<order).map { _ in readSigned(bits) }
    var coefficients = Self.fixedCoefficients(order: order)
    var shift: Int64 = 0
    if isLinear {
      let precision = Int(read(4)) + 1
      shift = readSigned(5)
      guard precision < 16, shift >= 0 else { return nil }
      coefficients = (0..<order).map { _ in readSigned(precision) }
    }
    guard readResidual(count, order: order, into: &samples) else { return nil }
    for index in order..<count {
      var sum: Int64 = 0
      for (lag, coefficient) in coefficients.enumerated() {
        sum &+= coefficient &* samples[index - 1 - lag]
      }
      samples[index] &+= sum >> shift
    }
    return samples
  }

  /// Appends a residual in Rice codes (§9.2.7). Returns whether it is valid.
  private mutating func readResidual(
    _ count: Int, order: Int, into samples: inout [Int64]
  ) -> Bool {
    let method = read(2)
    let partitionOrder = Int(read(4))
    let length = count >> partitionOrder
    guard method <= 1, length << partitionOrder == count, length >= order else { return false }
    samples.reserveCapacity(count)
    let parameterBits = method == 0 ? 4 : 5
    for partition in 0..<1 << partitionOrder {
      let own = length - (partition == 0 ? order : 0)
      let parameter = Int(read(parameterBits))
      if parameter == 1 << parameterBits - 1 {
        let bits = Int(read(5))
        for _ in 0..<own { samples.append(readSigned(bits)) }
      } else {
        for _ in 0..<own {
          let value = readUnary() << UInt64(parameter) | UInt64(read(parameter))
          samples.append(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
        }
      }
      if isOver { return false }
    }
    return true
  }
}
