/// The joint posterior of threshold, bias and lapse rate on a grid. 49 thresholds are spaced
/// logarithmically from 1 to 100 cents; no listener is known to resolve less than a cent (Micheyl
/// et al. 2006). The likelihood is linear in the lapse rate, so that the normal distribution is
/// computed once for all of them.
package struct ThresholdGrid: Sendable {
  package enum Prior: Sendable {
    /// Log-normal around 11 cents, as in the population.
    case population
    case flat
  }

  static var thresholdCount: Int { 49 }
  static var step: Double { 4.60517018598809136804 / 48 }

  let biases: [Double]
  let lapses: [Double]
  /// Probabilities by threshold, then bias, then lapse rate.
  private(set) var weights: [Double]
  package private(set) var marginal: [Double]
  private let inverses: [Double]

  package init(prior: Prior = .population) {
    let bias = ListenerModel.biases(spread: 1, count: 5)
    biases = bias.values
    lapses = ListenerModel.lapses
    marginal = [Double](repeating: 0, count: Self.thresholdCount)
    inverses = (0..<Self.thresholdCount).map { Natural.exp(-Self.logarithm($0)) }
    weights = (0..<Self.thresholdCount).flatMap { index in
      let difference = Self.logarithm(index) - ListenerModel.populationMean
      let deviations = difference / ListenerModel.populationDeviation
      let weight = prior == .flat ? 1 : Natural.exp(-0.5 * deviations * deviations)
      return bias.weights.flatMap { bias in
        ListenerModel.lapseWeights.map { weight * bias * $0 }
      }
    }
    normalize()
  }

  /// Returns the logarithm of a threshold of the grid.
  static func logarithm(_ index: Int) -> Double { step * Double(index) }

  package mutating func update(offsetCents: Double, answer: PitchDirection) {
    let misses = lapses.map { 0.5 * $0 }
    let hits = lapses.map { 1 - $0 }
    let biases = biases
    let inverses = inverses
    weights.withUnsafeMutableBufferPointer { weights in
      var index = 0
      for inverse in inverses {
        let ratio = offsetCents * inverse
        for bias in biases {
          let higher = ListenerModel.higher(ratio: ratio, bias: bias)
          let heard = answer == .higher ? higher : 1 - higher
          for lapse in hits.indices {
            weights[index] *= misses[lapse] + hits[lapse] * heard
            index &+= 1
          }
        }
      }
    }
    normalize()
  }

  /// Adds `variance` to the log threshold, by a random walk between neighbors in small steps.
  package mutating func drift(variance: Double) {
    guard variance > 0 else { return }
    let steps = variance / (Self.step * Self.step)
    let count = Int(2 * steps) + 1
    let fraction = 0.5 * steps / Double(count)
    let width = biases.count * lapses.count
    for _ in 0..<count {
      let before = weights
      for index in before.indices {
        // The walk is reflected at the ends of the grid.
        let left = index >= width ? before[index - width] : before[index]
        let right = index + width < before.count ? before[index + width] : before[index]
        weights[index] += fraction * (left + right - 2 * before[index])
      }
    }
    normalize()
  }

  package var level: GaussianBelief {
    var (mean, square) = (0.0, 0.0)
    for (index, weight) in marginal.enumerated() {
      let value = Self.logarithm(index)
      mean += weight * value
      square += weight * value * value
    }
    return GaussianBelief(mean: mean, variance: max(square - mean * mean, 1e-6))
  }

  var prediction: ResponsePrediction {
    var listened = [Double](repeating: 0, count: biases.count)
    var lapsed = 0.0
    let lapses = lapses
    let count = biases.count
    weights.withUnsafeBufferPointer { weights in
      var index = 0
      while index < weights.count {
        for bias in 0..<count {
          for lapse in lapses {
            let lapsedWeight = weights[index] * lapse
            listened[bias] += weights[index] - lapsedWeight
            lapsed += lapsedWeight
            index &+= 1
          }
        }
      }
    }
    return ResponsePrediction(biases: biases, listened: listened, lapsed: lapsed)
  }

  /// The expected bias in units of the threshold; positive if "lower" is answered too often.
  package var bias: Double {
    var mean = 0.0
    for index in weights.indices {
      mean += weights[index] * biases[index / lapses.count % biases.count]
    }
    return mean
  }

  /// The mean with the 95 % credible interval.
  package var estimate: ThresholdEstimate {
    let (low, high) = (quantile(0.025), quantile(0.975))
    return ThresholdEstimate(
      logarithm: level.mean, band: Natural.exp(low)...Natural.exp(max(low, high)))
  }

  /// Returns a quantile of the log threshold, with a uniform density in each cell.
  private func quantile(_ probability: Double) -> Double {
    var sum = 0.0
    for (index, weight) in marginal.enumerated() {
      if sum + weight >= probability && weight > 0 {
        return Self.logarithm(index) + Self.step * ((probability - sum) / weight - 0.5)
      }
      sum += weight
    }
    return Self.logarithm(marginal.count - 1)
  }

  private mutating func normalize() {
    let width = biases.count * lapses.count
    let scale = 1 / weights.reduce(0, +)
    for threshold in marginal.indices {
      var total = 0.0
      for index in threshold * width..<(threshold + 1) * width {
        weights[index] *= scale
        total += weights[index]
      }
      marginal[threshold] = total
    }
  }
}
