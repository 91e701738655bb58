/// Predicts responses at a known threshold, averaged over bias and lapse rate. Offsets are selected
/// for the expected threshold. An average over its distribution would select uninformative, easy
/// offsets while the threshold is uncertain.
package struct ResponsePrediction {
  /// The biases, in units of the threshold.
  let biases: [Double]
  /// The joint probabilities of each bias with an attentive response.
  let listened: [Double]
  let lapsed: Double

  package init(biases: [Double], listened: [Double], lapsed: Double) {
    self.biases = biases
    self.listened = listened
    self.lapsed = lapsed
  }

  /// Returns the probability of a correct response to an offset of `ratio` thresholds.
  func success(ratio: Double) -> Double {
    var sum = 0.5 * lapsed
    for index in biases.indices {
      let higher = ListenerModel.higher(ratio: ratio, bias: biases[index])
      sum += listened[index] * (ratio > 0 ? higher : 1 - higher)
    }
    return sum
  }

  /// Returns the magnitude of the offset in cents with a probability of success, by bisection,
  /// limited to ``ListenerModel/offsets``.
  package func magnitudeCents(
    success: Double, direction: PitchDirection, logThreshold: Double
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
