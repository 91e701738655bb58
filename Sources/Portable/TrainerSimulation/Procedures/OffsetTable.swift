import PeachEarTraining

/// Predicts answers to offsets on a logarithmic grid with a ``ThresholdGrid``.
///
/// Both grids have the same step, so that an offset over a threshold depends only on how far apart
/// they are, and the normal distribution is looked up instead of computed.
struct OffsetTable: Sendable {
  /// Offsets from an eighteenth of the lowest threshold to 5 times the highest.
  static var offsetCount: Int { ThresholdGrid.thresholdCount + below + above }
  private static var below: Int { 30 }
  private static var above: Int { 18 }

  /// By difference of indices, then by bias; for an offset upward.
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

  /// The logarithm of an offset of the grid.
  static func logarithm(_ index: Int) -> Double { ThresholdGrid.logarithm(index - below) }

  /// For an offset and a threshold of their grids, and a bias: how likely a listener who does not
  /// lapse is right. The biases are symmetric, so a downward offset is an upward one mirrored.
  func right(offset: Int, threshold: Int, bias: Int, direction: Direction) -> Double {
    let row = offset - threshold + ThresholdGrid.thresholdCount - 1
    let column = direction == .higher ? bias : biasCount - 1 - bias
    return higher[row * biasCount + column]
  }
}
