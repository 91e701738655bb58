/// The psi-marginal procedure: selects the offset with the minimum expected entropy of the
/// threshold, marginalized over bias and lapse rate (Kontsevich and Tyler 1999; Prins 2013). Its
/// prior is flat.
package struct PsiMarginalProcedure: ComparisonProcedure {
  private var grid = ThresholdGrid(prior: .flat)
  private let table: OffsetTable

  package init() { table = OffsetTable(biases: grid.biases) }

  package mutating func offsetCents(
    for question: TrialQuestion, direction: PitchDirection, random: inout RandomSource
  ) -> Double {
    let listening = GridListening(grid)
    var best = ListenerModel.offsets.upperBound
    var least = Double.infinity
    for offset in stride(from: 0, to: OffsetTable.offsetCount, by: 2) {
      let cents = Natural.exp(OffsetTable.logarithm(offset))
      guard ListenerModel.offsets.contains(cents) else { continue }
      let entropy = expectedEntropy(offset, direction, listening)
      if entropy < least { (least, best) = (entropy, cents) }
    }
    return direction.sign * best
  }

  package mutating func record(_ answer: ComparisonResponse) {
    grid.update(offsetCents: answer.offsetCents, answer: answer.heard)
  }

  package func threshold(for question: TrialQuestion) -> ThresholdEstimate { grid.estimate }

  /// Returns the expected entropy of the threshold after the response, up to a constant factor.
  private func expectedEntropy(
    _ offset: Int, _ direction: PitchDirection, _ listening: GridListening
  ) -> Double {
    let biasCount = grid.biases.count
    var (rightSum, wrongSum, entropy) = (0.0, 0.0, 0.0)
    var index = 0
    for threshold in 0..<ThresholdGrid.thresholdCount {
      var (right, wrong) = (0.0, 0.0)
      for bias in 0..<biasCount {
        let probability = table.right(
          offset: offset, threshold: threshold, bias: bias, direction: direction)
        right += listening.listened[index] * probability + 0.5 * listening.lapsed[index]
        wrong += listening.listened[index] * (1 - probability) + 0.5 * listening.lapsed[index]
        index &+= 1
      }
      entropy -= Self.timesLogarithm(right) + Self.timesLogarithm(wrong)
      rightSum += right
      wrongSum += wrong
    }
    return entropy + Self.timesLogarithm(rightSum) + Self.timesLogarithm(wrongSum)
  }

  private static func timesLogarithm(_ x: Double) -> Double { x > 1e-300 ? x * Natural.log(x) : 0 }
}

/// A ``ThresholdGrid`` with the lapse rate marginalized.
private struct GridListening {
  /// The joint probabilities of threshold, bias and an attentive response.
  let listened: [Double]
  /// The joint probabilities of threshold, bias and a lapse.
  let lapsed: [Double]

  init(_ grid: ThresholdGrid) {
    let (lapses, weights) = (grid.lapses, grid.weights)
    var (listened, lapsed): ([Double], [Double]) = ([], [])
    listened.reserveCapacity(weights.count / lapses.count)
    lapsed.reserveCapacity(weights.count / lapses.count)
    var index = 0
    while index < weights.count {
      var (sum, without) = (0.0, 0.0)
      for lapse in lapses {
        sum += weights[index]
        without += weights[index] * lapse
        index &+= 1
      }
      listened.append(sum - without)
      lapsed.append(without)
    }
    self.listened = listened
    self.lapsed = lapsed
  }
}

/// Predicted responses to offsets on a logarithmic grid. Its step is that of ``ThresholdGrid``, so
/// that the ratio of offset to threshold depends only on the difference of their indices, and the
/// normal distribution is tabulated.
private struct OffsetTable: Sendable {
  /// The number of offsets, from 1/18 of the lowest threshold to 5 times the highest.
  static var offsetCount: Int { ThresholdGrid.thresholdCount + below + above }
  private static var below: Int { 30 }
  private static var above: Int { 18 }

  /// Probabilities of "higher" by difference of indices, then by bias, for ascending offsets.
  private let higher: [Double]
  private let biasCount: Int

  init(biases: [Double]) {
    biasCount = biases.count
    let count = ThresholdGrid.thresholdCount
    higher = (1 - count - Self.below...count - 1 + Self.above).flatMap { difference in
      let ratio = Natural.exp(ThresholdGrid.step * Double(difference))
      return biases.map { ListenerModel.higher(ratio: ratio, bias: $0) }
    }
  }

  /// Returns the logarithm of an offset of the grid.
  static func logarithm(_ index: Int) -> Double { ThresholdGrid.logarithm(index - below) }

  /// Returns the probability of a correct response without lapses, by grid indices. Biases are
  /// symmetric, so that descending offsets use the mirrored column.
  func right(offset: Int, threshold: Int, bias: Int, direction: PitchDirection) -> Double {
    let row = offset - threshold + ThresholdGrid.thresholdCount - 1
    let column = direction == .higher ? bias : biasCount - 1 - bias
    return higher[row * biasCount + column]
  }
}
