import PeachMusicUnits

/// A listener's thresholds by pitch, interval and sound, as one multivariate normal distribution:
/// ln T = μ + g(pitch) + h(interval) + s(sound). The state is μ + g at knots every 4 semitones with
/// linear interpolation, h of 24 intervals and s of 8 sounds. A trial updates its covariance by a
/// matrix of rank 1. Bias and lapse rate are common to all questions.
public struct SkillProfile: Sendable {
  static var knotCount: Int { 13 }
  static var firstKnot: Double { 36 }
  static var knotDistance: Double { 4 }
  static var intervalCount: Int { 24 }
  static var soundCount: Int { 8 }
  static var firstSound: Int { knotCount + intervalCount }
  static var size: Int { firstSound + soundCount }
  /// The prior standard deviations of the terms for pitch, interval and sound.
  static var pitchDeviation: Double { 0.35 }
  static var pitchLengthSemitones: Double { 9 }
  static var intervalDeviation: Double { 0.5 }
  static var soundDeviation: Double { 0.25 }

  private var mean: [Double]
  private var covariance: [Double]
  private var nuisance = NuisanceGrid()

  /// Creates the prior.
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
      let deviation = index < Self.firstSound ? Self.intervalDeviation : Self.soundDeviation
      covariance[index * size + index] = deviation * deviation
    }
  }

  /// Returns the log threshold for a question.
  public func belief(for question: TrialQuestion) -> GaussianBelief {
    belief(of: ObservationWeights(question))
  }

  /// The mean log threshold of all pitches, for unisons of the first sound. It includes a sound,
  /// because only the sum of μ and a sound can be observed.
  public var level: GaussianBelief {
    let (count, size, sound) = (Self.knotCount, Self.size, Self.firstSound)
    let weight = 1 / Double(count)
    var (sum, variance, crossCovariance) = (0.0, 0.0, 0.0)
    covariance.withUnsafeBufferPointer { covariance in
      for row in 0..<count {
        sum += mean[row]
        crossCovariance += covariance[row &* size &+ sound]
        for column in 0..<count { variance += covariance[row &* size &+ column] }
      }
    }
    variance =
      variance * weight * weight + 2 * crossCovariance * weight + covariance[sound * size + sound]
    return GaussianBelief(mean: sum * weight + mean[sound], variance: max(variance, 1e-6))
  }

  var prediction: ResponsePrediction { nuisance.prediction }

  /// Adds a common drift to all thresholds.
  public mutating func drift(variance: Double) {
    for row in 0..<Self.knotCount {
      for column in 0..<Self.knotCount { covariance[row * Self.size + column] += variance }
    }
  }

  /// Learns from a response.
  public mutating func update(_ answer: ComparisonResponse) {
    let observation = ObservationWeights(answer.question)
    let before = belief(of: observation)
    let after = nuisance.update(before, offsetCents: answer.offsetCents, answer: answer.heard)
    let size = Self.size
    var gain = [Double](repeating: 0, count: size)
    for (index, weight) in observation.terms {
      for row in 0..<size { gain[row] += covariance[index * size + row] * weight }
    }
    let shift = (after.mean - before.mean) / before.variance
    let shrink = (before.variance - after.variance) / (before.variance * before.variance)
    for row in 0..<size where gain[row] != 0 { mean[row] += gain[row] * shift }
    subtract(shrink, gain)
  }

  /// Subtracts `shrink` times the outer product of `gain` from the covariance. Avoids bounds
  /// checks, because it dominates the replay of 100,000 trials at each start.
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

  private func belief(of observation: ObservationWeights) -> GaussianBelief {
    var (sum, variance) = (0.0, 0.0)
    for (row, weight) in observation.terms {
      sum += mean[row] * weight
      for (column, other) in observation.terms {
        variance += covariance[row * Self.size + column] * weight * other
      }
    }
    return GaussianBelief(mean: sum, variance: max(variance, 1e-6))
  }
}

/// The weights of the state variables whose sum is the log threshold of a question.
private struct ObservationWeights {
  /// Up to four indices into the state with their weights.
  let terms: [(index: Int, weight: Double)]

  /// Clamps pitches and sounds to the range of the state.
  init(_ question: TrialQuestion) {
    let last = Double(SkillProfile.knotCount - 1)
    let position = (question.noteNumber - SkillProfile.firstKnot) / SkillProfile.knotDistance
    let clamped = min(max(position, 0), last)
    let knot = min(Int(clamped), SkillProfile.knotCount - 2)
    let fraction = clamped - Double(knot)
    var terms = [(index: knot, weight: 1 - fraction), (index: knot + 1, weight: fraction)]
    let semitones = question.interval.semitones
    if semitones != 0 {
      let slot = semitones > 0 ? 11 + semitones : 12 + semitones
      terms.append((index: SkillProfile.knotCount + slot, weight: 1))
    }
    let sound = min(max(question.sound, 0), SkillProfile.soundCount - 1)
    terms.append((index: SkillProfile.firstSound + sound, weight: 1))
    self.terms = terms
  }
}
