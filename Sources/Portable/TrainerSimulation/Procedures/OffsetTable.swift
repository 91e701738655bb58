import PeachEarTraining

/// Predicted responses to offsets on a logarithmic grid.
///
/// Its step is that of ``ThresholdGrid``, so that the ratio of offset to threshold depends only on
/// the difference of their indices, and the normal distribution is tabulated.
struct OffsetTable: Sendable {
  /// The number of offsets, from 1/18 of the lowest threshold to 5 times the highest.
  static var offsetCount: Int { ThresholdGrid.thresholdCount + below + above }
  private static var below: Int { 30 }
  private static var above: Int { 18 }

  /// Probabilities of "higher" by difference of indices, then by bias, for ascending offsets.
  private let higher: [Double]
  private let biasCount: Int

  init(biases: [Double]) {
    biasCount = biases.count
    var higher: [Double] = []
    let count = ThresholdGrid.thresholdCount
    for difference in (1 - count - Self.below)...(count - 1 + Self.above) {
      let ratio = Natural.exp(ThresholdGrid.step * Double(difference))
      for bias in biases { higher.append(ListenerModel.higher(ratio: ratio, bias: bias)) }
    }
    self.higher = higher
  }

  /// Returns the logarithm of an offset of the grid.
  static func logarithm(_ index: Int) -> Double { ThresholdGrid.logarithm(index - below) }

  /// Returns the probability of a correct response without lapses, by grid indices. Biases are
  /// symmetric, so that descending offsets use the mirrored column.
  func right(offset: Int, threshold: Int, bias: Int, direction: Direction) -> Double {
    let row = offset - threshold + ThresholdGrid.thresholdCount - 1
    let column = direction == .higher ? bias : biasCount - 1 - bias
    return higher[row * biasCount + column]
  }
}
