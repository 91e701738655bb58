public import PeachEarTraining

/// Somebody who answers as the model says, by chance.
public struct SimulatedListener: Sendable {
  /// The logarithm of the threshold in cents; a learner's changes.
  public var logThreshold: Double
  /// The share of answers given without listening.
  public var lapse: Double
  /// The power of offset over threshold that hearing follows; 1 in our model.
  public var slope = 1.0
  /// In units of the threshold.
  public var bias = 0.0

  /// A listener with a threshold and a lapse rate.
  public init(thresholdCents: Double, lapse: Double) {
    logThreshold = Natural.log(thresholdCents)
    self.lapse = lapse
  }

  /// A listener as the gates have them: threshold log-uniform from 2 to 60 cents, lapse rate from
  /// 2 to 5 %.
  public init(random: inout RandomSource) {
    logThreshold = random.between(Natural.log(2), Natural.log(60))
    lapse = random.between(0.02, 0.05)
  }

  /// An answer to a target, where the threshold's logarithm here is `added` above the usual.
  public func answer(
    offsetCents: Double, added: Double = 0, random: inout RandomSource
  ) -> Direction {
    let isLapse = random.fraction() < lapse
    let guess: Direction = random.coin() ? .higher : .lower
    let chance = random.fraction()
    if isLapse { return guess }
    let logRatio = Natural.log(offsetCents.magnitude) - logThreshold - added
    let ratio = Natural.exp(slope * logRatio) * (offsetCents > 0 ? 1 : -1)
    return chance < ListenerModel.higher(ratio: ratio, bias: bias) ? .higher : .lower
  }
}
