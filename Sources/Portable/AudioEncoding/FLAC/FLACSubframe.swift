/// A channel of a FLAC block (RFC 9639 §9.2): a constant, a fixed predictor with its residual in
/// Rice codes, or the samples themselves, which is the smallest.
struct FLACSubframe {
  private enum Coding { case constant, verbatim, fixed(order: Int) }

  /// The size in bits.
  private(set) var size: Int
  private let samples: [Int32]
  private let bits: Int
  private var coding: Coding
  private var residual: [Int32] = []
  /// The parameter of each partition of the residual, a power of two of them.
  private var parameters: [Int] = []

  private static let longestPartitionOrder = 6
  /// The greatest Rice parameter of four bits (§9.2.7.1).
  private static let largestParameter = 14

  /// Chooses the coding of samples with a number of bits.
  init(_ samples: [Int32], bits: Int) {
    (self.samples, self.bits) = (samples, bits)
    if samples.allSatisfy({ $0 == samples.first }) {
      (size, coding) = (8 + bits, .constant)
      return
    }
    (size, coding) = (8 + bits * samples.count, .verbatim)
    var best = (order: 0, residual: samples, sum: Self.sum(samples[...]))
    var differences = samples
    for order in 1...4 where samples.count > 4 {
      for index in stride(from: samples.count - 1, through: order, by: -1) {
        differences[index] &-= differences[index - 1]
      }
      let sum = Self.sum(differences[order...])
      if sum < best.sum { best = (order, Array(differences[order...]), sum) }
    }
    let (parameters, residualSize) = Self.partition(best.residual, order: best.order)
    let fixedSize = 8 + bits * best.order + 6 + residualSize
    if fixedSize < size {
      (size, coding) = (fixedSize, .fixed(order: best.order))
      (self.parameters, residual) = (parameters, best.residual)
    }
  }

  /// Returns a value as a natural number: 0, −1, 1, −2, 2…
  private static func folded(_ value: Int32) -> UInt32 {
    UInt32(bitPattern: value << 1 ^ value >> 31)
  }

  private static func sum(_ values: ArraySlice<Int32>) -> UInt64 {
    values.reduce(0) { $0 + UInt64(folded($1)) }
  }

  /// Returns the parameters of the partitions, and the size of the residual, in bits.
  private static func partition(_ residual: [Int32], order: Int) -> (parameters: [Int], size: Int) {
    let count = residual.count + order
    var best = (parameters: [Int](), size: Int.max)
    for partitionOrder in 0...longestPartitionOrder {
      let length = count >> partitionOrder
      if length << partitionOrder != count || length <= order { break }
      var (parameters, size) = ([Int](), 0)
      var start = 0
      for partition in 0..<(1 << partitionOrder) {
        let end = (partition + 1) * length - order
        let own = parameter(sum: sum(residual[start..<end]), count: end - start)
        parameters.append(own.parameter)
        size += 4 + own.size
        start = end
      }
      if size < best.size { best = (parameters, size) }
    }
    return best
  }

  /// Returns the best Rice parameter for values of a sum, and an estimate of their size.
  private static func parameter(sum: UInt64, count: Int) -> (parameter: Int, size: Int) {
    var best = (parameter: 0, size: Int.max)
    for parameter in 0...largestParameter {
      let quotients = Int(clamping: sum >> UInt64(parameter))
      let (size, isTooLarge) = (count * (parameter + 1)).addingReportingOverflow(quotients)
      if !isTooLarge && size < best.size { best = (parameter, size) }
    }
    return best
  }

  func write(to writer: inout BitWriter) {
    func write(_ sample: Int32) { writer.write(UInt32(bitPattern: sample), bits: bits) }
    switch coding {
    case .constant:
      writer.write(0, bits: 8)
      write(samples[0])
    case .verbatim:
      writer.write(1 << 1, bits: 8)
      for sample in samples { write(sample) }
    case .fixed(let order):
      writer.write(UInt32(0b001000 | order) << 1, bits: 8)
      for sample in samples.prefix(order) { write(sample) }
      writeResidual(order: order, to: &writer)
    }
  }

  private func writeResidual(order: Int, to writer: inout BitWriter) {
    let partitionOrder = parameters.count.trailingZeroBitCount
    let length = samples.count >> partitionOrder
    writer.write(0, bits: 2)
    writer.write(UInt32(partitionOrder), bits: 4)
    var start = 0
    for (partition, parameter) in parameters.enumerated() {
      writer.write(UInt32(parameter), bits: 4)
      let end = (partition + 1) * length - order
      for value in residual[start..<end] {
        let number = Self.folded(value)
        writer.write(unary: number >> UInt32(parameter))
        writer.write(number, bits: parameter)
      }
      start = end
    }
  }
}
