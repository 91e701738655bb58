/// A listener's bias and lapse rate as probabilities, beside a normally distributed threshold.
struct NuisanceGrid: Sendable {
  private let biases: [Double]
  private let lapses: [Double]
  /// By bias, then lapse rate; they sum to 1.
  private var weights: [Double] = []
  /// A standard normal density, not to scale, at the points of ``update(_:offsetCents:answer:)``.
  private let bells: [Double]

  init() {
    bells = (-10...10).map { Natural.exp(-0.08 * Double($0 * $0)) }
    let bias = ListenerModel.biases(spread: 1, count: 5)
    biases = bias.values
    lapses = ListenerModel.lapses
    for part in bias.weights {
      for share in ListenerModel.lapseWeights { weights.append(part * share) }
    }
  }

  /// The expected bias in units of the threshold.
  var bias: Double {
    var mean = 0.0
    for index in weights.indices { mean += weights[index] * biases[index / lapses.count] }
    return mean
  }

  /// Takes in an answer, and gives what the threshold's logarithm is after it.
  ///
  /// 21 points from −4 to 4 standard deviations; for a normal density evenly spaced points are as
  /// good as any.
  mutating func update(
    _ before: GaussianBelief, offsetCents: Double, answer: Direction
  ) -> GaussianBelief {
    let deviation = before.variance.squareRoot()
    let known = sums
    var (total, first, second) = (0.0, 0.0, 0.0)
    var heardByBias = [Double](repeating: 0, count: biases.count)
    var bell = 0.0
    var lapsed = 0.0
    for sum in known { lapsed += 0.5 * sum.lapsed }
    // From one point to the next the ratio changes by one factor.
    let factor = Natural.exp(-0.4 * deviation)
    var ratio = offsetCents * Natural.exp(4 * deviation - before.mean)
    for point in 0..<21 {
      let place = 0.4 * Double(point - 10)
      let weight = bells[point]
      bell += weight
      var likelihood = lapsed
      for index in 0..<biases.count {
        let higher = ListenerModel.higher(ratio: ratio, bias: biases[index])
        let heard = answer == .higher ? higher : 1 - higher
        heardByBias[index] += weight * heard
        likelihood += known[index].listened * heard
      }
      ratio *= factor
      total += weight * likelihood
      first += weight * likelihood * place
      second += weight * likelihood * place * place
    }
    reweigh(heardByBias, bell)
    let mean = first / total
    let variance = max(second / total - mean * mean, 1e-3)
    return GaussianBelief(
      mean: before.mean + mean * deviation, variance: before.variance * variance)
  }

  /// How answers are predicted with what is known of both.
  var prediction: ResponsePrediction {
    let sums = sums
    var lapsed = 0.0
    for sum in sums { lapsed += sum.lapsed }
    return ResponsePrediction(biases: biases, listened: sums.map { $0.listened }, lapsed: lapsed)
  }

  /// By bias, the probability of answers that are listened for and of those that are not.
  private var sums: [(listened: Double, lapsed: Double)] {
    var sums: [(listened: Double, lapsed: Double)] = []
    sums.reserveCapacity(biases.count)
    for bias in biases.indices {
      var (listened, lapsed) = (0.0, 0.0)
      for lapse in lapses.indices {
        let weight = weights[bias * lapses.count + lapse]
        listened += weight * (1 - lapses[lapse])
        lapsed += weight * lapses[lapse]
      }
      sums.append((listened, lapsed))
    }
    return sums
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
