/// How likely somebody with a known threshold is right, bias and lapse rate by their probabilities.
///
/// Offsets are placed for the expected threshold, not for the average over all it may be: while little
/// is known the average would ask for offsets so easy that they teach nothing about the listener.
package struct ResponsePrediction {
  /// The biases, in units of the threshold.
  let biases: [Double]
  /// By bias, how likely it is together with an answer that is listened for.
  let listened: [Double]
  /// How likely an answer is not listened for.
  let lapsed: Double

  package init(biases: [Double], listened: [Double], lapsed: Double) {
    self.biases = biases
    self.listened = listened
    self.lapsed = lapsed
  }

  /// How likely an offset of `ratio` thresholds is heard right, 0…1; negative is downward.
  func success(ratio: Double) -> Double {
    var sum = 0.5 * lapsed
    for index in biases.indices {
      let higher = ListenerModel.higher(ratio: ratio, bias: biases[index])
      sum += listened[index] * (ratio > 0 ? higher : 1 - higher)
    }
    return sum
  }

  /// The offset in cents, without its sign, that is heard right with this probability; within what is
  /// ever played. Success grows with the offset, so the interval that holds it is halved.
  package func magnitudeCents(
    success: Double, direction: Direction, logThreshold: Double
  ) -> Double {
    let range = ListenerModel.offsets
    var low = Natural.log(range.lowerBound) - logThreshold
    var high = Natural.log(range.upperBound) - logThreshold
    for _ in 0..<16 {
      let middle = 0.5 * (low + high)
      let predicted = self.success(ratio: direction.sign * Natural.exp(middle))
      if predicted < success { low = middle } else { high = middle }
    }
    let cents = Natural.exp(0.5 * (low + high) + logThreshold)
    return min(max(cents, range.lowerBound), range.upperBound)
  }
}
