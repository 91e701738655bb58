public import PeachEarTraining

/// One listener's threshold, bias and lapse rate, as probabilities on a grid of all three.
///
/// Thresholds lie evenly in their logarithms from 1 to 100 cents, 49 of them; nobody is known to hear
/// less than a cent (Micheyl et al. 2006), and nothing beyond 100 is played. Lapse rates enter a
/// likelihood linearly, so that the normal distribution is computed once for all of them.
public struct ThresholdGrid: Sendable {
  /// What is assumed before the first trial.
  public enum Prior: Sendable {
    /// Normal in the logarithm around 11 cents, as people are.
    case population
    /// Every threshold of the grid alike.
    case flat
  }

  static var thresholdCount: Int { 49 }
  static var step: Double { 4.60517018598809136804 / 48 }
  static var lowest: Double { 0 }

  let biases: [Double]
  let lapses: [Double]
  /// By threshold, then bias, then lapse rate; they sum to 1.
  private(set) var weights: [Double]
  /// The probability of each threshold of the grid.
  public private(set) var marginal: [Double]
  /// One over each threshold of the grid in cents.
  private let inverses: [Double]

  /// What is known before the first trial.
  public init(prior: Prior = .population) {
    let bias = ListenerModel.biases(spread: 1, count: 5)
    biases = bias.values
    lapses = ListenerModel.lapses
    weights = []
    marginal = [Double](repeating: 0, count: Self.thresholdCount)
    inverses = (0..<Self.thresholdCount).map { Natural.exp(-Self.logarithm($0)) }
    for index in 0..<Self.thresholdCount {
      let away = Self.logarithm(index) - ListenerModel.populationMean
      let deviations = away / ListenerModel.populationDeviation
      let weight = prior == .flat ? 1 : Natural.exp(-0.5 * deviations * deviations)
      for part in bias.weights {
        for share in ListenerModel.lapseWeights { weights.append(weight * part * share) }
      }
    }
    normalize()
  }

  /// The logarithm of a threshold of the grid.
  static func logarithm(_ index: Int) -> Double { lowest + step * Double(index) }

  /// Takes in an answer to a target `offsetCents` from where it should be.
  public mutating func update(offsetCents: Double, answer: Direction) {
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

  /// Lets the threshold wander: its logarithm's variance grows by `variance`.
  ///
  /// A random walk between neighbours, in as many small steps as keep it one.
  public mutating func drift(variance: Double) {
    guard variance > 0 else { return }
    let steps = variance / (Self.step * Self.step)
    let count = Int(2 * steps) + 1
    let share = 0.5 * steps / Double(count)
    let width = biases.count * lapses.count
    for _ in 0..<count {
      let before = weights
      for index in before.indices {
        // At the ends what would leave the grid stays.
        let left = index >= width ? before[index - width] : before[index]
        let right = index + width < before.count ? before[index + width] : before[index]
        weights[index] += share * (left + right - 2 * before[index])
      }
    }
    normalize()
  }

  /// The threshold's logarithm: its mean and variance.
  public var level: GaussianBelief {
    var mean = 0.0
    var square = 0.0
    for index in marginal.indices {
      let value = Self.logarithm(index)
      mean += marginal[index] * value
      square += marginal[index] * value * value
    }
    return GaussianBelief(mean: mean, variance: max(square - mean * mean, 1e-6))
  }

  /// How answers are predicted with what is known of bias and lapse rate.
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
            let part = weights[index] * lapse
            listened[bias] += weights[index] - part
            lapsed += part
            index &+= 1
          }
        }
      }
    }
    return ResponsePrediction(biases: biases, listened: listened, lapsed: lapsed)
  }

  /// The expected bias in units of the threshold, upward where "lower" is answered too often.
  public var bias: Double {
    var mean = 0.0
    for index in weights.indices {
      mean += weights[index] * biases[index / lapses.count % biases.count]
    }
    return mean
  }

  /// The mean, and the range that leaves 2.5 % out at each end.
  public var estimate: ThresholdEstimate {
    let marginal = marginal
    let low = quantile(0.025, of: marginal)
    let high = quantile(0.975, of: marginal)
    return ThresholdEstimate(
      logarithm: level.mean, band: Natural.exp(low)...Natural.exp(max(low, high)))
  }

  /// The logarithm of a threshold with so much probability below, each cell evenly filled.
  private func quantile(_ part: Double, of marginal: [Double]) -> Double {
    var sum = 0.0
    for (index, weight) in marginal.enumerated() {
      if sum + weight >= part && weight > 0 {
        return Self.logarithm(index) + Self.step * ((part - sum) / weight - 0.5)
      }
      sum += weight
    }
    return Self.logarithm(marginal.count - 1)
  }

  private mutating func normalize() {
    let width = biases.count * lapses.count
    var sum = 0.0
    for weight in weights { sum += weight }
    let scale = 1 / sum
    for threshold in marginal.indices {
      var part = 0.0
      for index in threshold * width..<(threshold + 1) * width {
        weights[index] *= scale
        part += weights[index]
      }
      marginal[threshold] = part
    }
  }
}
