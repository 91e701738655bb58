/// The joint posterior of bias and lapse rate, for a normally distributed log threshold.
struct NuisanceGrid: Sendable {
  private let biases: [Double]
  private let lapses: [Double]
  /// Probabilities by bias, then lapse rate.
  private var weights: [Double]
  /// The standard normal density, not normalized, at the quadrature points of
  /// ``update(_:offsetCents:answer:)``.
  private let bells: [Double]

  init() {
    bells = (-10...10).map { Natural.exp(-0.08 * Double($0 * $0)) }
    let bias = ListenerModel.biases(spread: 1, count: 5)
    biases = bias.values
    lapses = ListenerModel.lapses
    weights = bias.weights.flatMap { bias in ListenerModel.lapseWeights.map { bias * $0 } }
  }

  /// The expected bias, in units of the threshold.
  var bias: Double {
    var mean = 0.0
    for index in weights.indices { mean += weights[index] * biases[index / lapses.count] }
    return mean
  }

  /// Learns from a response. Returns the posterior of the log threshold, by quadrature over 21
  /// evenly spaced points from −4 to 4 standard deviations.
  mutating func update(
    _ before: GaussianBelief, offsetCents: Double, answer: PitchDirection
  ) -> GaussianBelief {
    let deviation = before.variance.squareRoot()
    let sums = sums
    var (total, first, second, bell, lapsed) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var heardByBias = [Double](repeating: 0, count: biases.count)
    for sum in sums { lapsed += 0.5 * sum.lapsed }
    // The ratio changes by a constant factor between points.
    let factor = Natural.exp(-0.4 * deviation)
    var ratio = offsetCents * Natural.exp(4 * deviation - before.mean)
    for point in 0..<21 {
      let z = 0.4 * Double(point - 10)
      let weight = bells[point]
      bell += weight
      var likelihood = lapsed
      for index in 0..<biases.count {
        let higher = ListenerModel.higher(ratio: ratio, bias: biases[index])
        let heard = answer == .higher ? higher : 1 - higher
        heardByBias[index] += weight * heard
        likelihood += sums[index].listened * heard
      }
      ratio *= factor
      total += weight * likelihood
      first += weight * likelihood * z
      second += weight * likelihood * z * z
    }
    reweigh(heardByBias, bell)
    let mean = first / total
    let variance = max(second / total - mean * mean, 1e-3)
    return GaussianBelief(
      mean: before.mean + mean * deviation, variance: before.variance * variance)
  }

  var prediction: ResponsePrediction {
    let sums = sums
    return ResponsePrediction(
      biases: biases, listened: sums.map { $0.listened },
      lapsed: sums.reduce(0) { $0 + $1.lapsed })
  }

  /// The joint probabilities of each bias with attentive and lapsed responses.
  private var sums: [(listened: Double, lapsed: Double)] {
    biases.indices.map { bias in
      var (listened, lapsed) = (0.0, 0.0)
      for (index, lapse) in lapses.enumerated() {
        let weight = weights[bias * lapses.count + index]
        listened += weight * (1 - lapse)
        lapsed += weight * lapse
      }
      return (listened, lapsed)
    }
  }

  private mutating func reweigh(_ heardByBias: [Double], _ bell: Double) {
    var sum = 0.0
    for index in weights.indices {
      let lapse = lapses[index % lapses.count]
      let heard = heardByBias[index / lapses.count] / bell
      weights[index] *= 0.5 * lapse + (1 - lapse) * heard
      sum += weights[index]
    }
    for index in weights.indices { weights[index] /= sum }
  }
}
