package import PeachEarTraining

/// The psi-marginal procedure: selects the offset with the minimum expected entropy of the
/// threshold, marginalized over bias and lapse rate (Kontsevich and Tyler 1999; Prins 2013). Its
/// prior is flat.
package struct PsiMarginalProcedure: ComparisonProcedure {
  private var grid = ThresholdGrid(prior: .flat)
  private let table: OffsetTable

  /// Creates a procedure.
  package init() { table = OffsetTable(biases: grid.biases) }

  /// Does nothing.
  package mutating func beginDay(_ day: Int) {}

  /// Returns the offset of the next target in cents.
  package mutating func offsetCents(
    for question: Question, direction: Direction, random: inout RandomSource
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

  /// Learns from a response.
  package mutating func record(_ answer: ComparisonResponse) {
    grid.update(offsetCents: answer.offsetCents, answer: answer.heard)
  }

  /// Returns the estimated threshold for a question.
  package func threshold(for question: Question) -> ThresholdEstimate { grid.estimate }

  /// Returns the expected entropy of the threshold after the response, up to a constant factor.
  private func expectedEntropy(
    _ offset: Int, _ direction: Direction, _ listening: GridListening
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
