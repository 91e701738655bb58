import PeachMusicUnits

/// A listener's thresholds over the keyboard, by interval and by sound, as one normal distribution.
///
/// ln T = μ + g(pitch) + h(interval) + s(sound). The state holds μ + g at knots every 4 semitones
/// (linear between), h of 24 intervals and s of 8 sounds; its covariance is updated by a trial in
/// rank 1, after the threshold at the trial's place was integrated over by 21 points. Bias and lapse
/// rate are shared by all, as probabilities beside it.
public struct SkillProfile: Sendable {
  static var knotCount: Int { 13 }
  static var firstKnot: Double { 36 }
  static var knotDistance: Double { 4 }
  static var intervalCount: Int { 24 }
  static var soundCount: Int { 8 }
  static var size: Int { knotCount + intervalCount + soundCount }
  /// The spread of what a pitch, an interval and a sound add.
  static var pitchDeviation: Double { 0.35 }
  static var pitchLengthSemitones: Double { 9 }
  static var intervalDeviation: Double { 0.5 }
  static var soundDeviation: Double { 0.25 }

  private var mean: [Double]
  /// Row by row, symmetric.
  private var covariance: [Double]
  private var nuisance = NuisanceGrid()

  /// What is known before the first trial.
  public init() {
    let size = Self.size
    mean = [Double](repeating: 0, count: size)
    covariance = [Double](repeating: 0, count: size * size)
    let common = ListenerModel.populationDeviation * ListenerModel.populationDeviation
    for row in 0..<Self.knotCount {
      mean[row] = ListenerModel.populationMean
      for column in 0..<Self.knotCount {
        let apart = Double(row - column) * Self.knotDistance / Self.pitchLengthSemitones
        covariance[row * size + column] =
          common + Self.pitchDeviation * Self.pitchDeviation * Natural.exp(-0.5 * apart * apart)
      }
    }
    for index in Self.knotCount..<size {
      let isInterval = index < Self.knotCount + Self.intervalCount
      let deviation = isInterval ? Self.intervalDeviation : Self.soundDeviation
      covariance[index * size + index] = deviation * deviation
    }
  }

  /// The logarithm of the threshold for a question, before lapses and bias.
  public func belief(for question: Question) -> GaussianBelief {
    belief(of: ObservationWeights(question))
  }

  /// The level of all pitches together, for unisons of the first sound that was trained.
  ///
  /// Without any sound it could not be known better than sounds differ: only sums are ever heard.
  public var level: GaussianBelief {
    let (count, size) = (Self.knotCount, Self.size)
    let sound = count + Self.intervalCount
    let share = 1 / Double(count)
    var sum = 0.0
    var variance = 0.0
    var beside = 0.0
    covariance.withUnsafeBufferPointer { covariance in
      for row in 0..<count {
        sum += mean[row]
        beside += covariance[row &* size &+ sound]
        for column in 0..<count { variance += covariance[row &* size &+ column] }
      }
    }
    variance = variance * share * share + 2 * beside * share + covariance[sound * size + sound]
    return GaussianBelief(mean: sum * share + mean[sound], variance: max(variance, 1e-6))
  }

  /// How answers are predicted with what is known of bias and lapse rate.
  var prediction: ResponsePrediction { nuisance.prediction }

  /// Lets all thresholds wander together.
  public mutating func drift(variance: Double) {
    for row in 0..<Self.knotCount {
      for column in 0..<Self.knotCount { covariance[row * Self.size + column] += variance }
    }
  }

  /// Takes in an answer.
  public mutating func update(_ answer: ComparisonResponse) {
    let place = ObservationWeights(answer.question)
    let before = belief(of: place)
    let after = nuisance.update(before, offsetCents: answer.offsetCents, answer: answer.heard)
    let size = Self.size
    var gain = [Double](repeating: 0, count: size)
    for (index, weight) in place.parts {
      // The covariance is symmetric: its row is its column.
      for row in 0..<size { gain[row] += covariance[index * size + row] * weight }
    }
    let move = (after.mean - before.mean) / before.variance
    let shrink = (before.variance - after.variance) / (before.variance * before.variance)
    for row in 0..<size where gain[row] != 0 { mean[row] += gain[row] * move }
    subtract(shrink, gain)
  }

  /// Takes `shrink` times the product of `gain` with itself from the covariance. A hundred thousand
  /// trials are learnt from at every start, and this is most of it: without checks of bounds.
  private mutating func subtract(_ shrink: Double, _ gain: [Double]) {
    let size = Self.size
    covariance.withUnsafeMutableBufferPointer { covariance in
      gain.withUnsafeBufferPointer { gain in
        var row = 0
        while row < size {
          let factor = gain[row] * shrink
          let first = row &* size
          var column = 0
          while factor != 0 && column < size {
            covariance[first &+ column] -= factor * gain[column]
            column &+= 1
          }
          row &+= 1
        }
      }
    }
  }

  private func belief(of place: ObservationWeights) -> GaussianBelief {
    var sum = 0.0
    var variance = 0.0
    for (row, weight) in place.parts {
      sum += mean[row] * weight
      for (column, other) in place.parts {
        variance += covariance[row * Self.size + column] * weight * other
      }
    }
    return GaussianBelief(mean: sum, variance: max(variance, 1e-6))
  }
}
