public import PeachMusicUnits

/// An interval with a ratio of small integers, whose notes have partials in common. They beat if
/// the interval is detuned.
///
/// ```swift
/// let third = PureInterval(MusicalInterval(semitones: 4)!, in: .just())!  // 5:4
/// third.beatRate(reference: .hertz(261.6), offset: Cents(1)).hertz        // 0.756
/// ```
public struct PureInterval: Hashable, Sendable {
  /// The number of the lowest partial of the reference that the target has, too; 1 is the
  /// fundamental.
  public let referencePartial: Int
  /// The number of that partial among those of the target.
  public let targetPartial: Int

  /// The highest partial whose beats are heard well.
  package static var highestPartial: Int { 8 }

  /// Creates a pure interval. Returns `nil` if the tuning has no integer ratio for it, or if its
  /// common partials are above the eighth: seconds, sevenths and the tritone, except 7/4 and 7/5.
  public init?(_ interval: MusicalInterval, in tuning: Tuning) {
    guard let ratio = tuning.justRatio(semitones: Int(interval.semitones.magnitude)),
      max(ratio.numerator, ratio.denominator) <= Self.highestPartial
    else { return nil }
    let isUpward = interval.semitones >= 0
    referencePartial = isUpward ? ratio.numerator : ratio.denominator
    targetPartial = isUpward ? ratio.denominator : ratio.numerator
  }

  /// The frequency ratio of target to reference.
  public var ratio: Double { Double(referencePartial) / Double(targetPartial) }

  /// Returns the number of beats per second of the common partials if the target is off by
  /// `offset`: |q · f(target) − p · f(reference)|.
  public func beatRate(reference: Frequency, offset: Cents) -> Frequency {
    let common = Double(referencePartial) * reference.hertz
    let difference = Frequency(hertz: common).raised(by: offset).hertz - common
    return Frequency(hertz: difference.magnitude)
  }

  /// Returns the offset of the target that causes a number of beats per second, above the pure
  /// interval.
  package func offset(reference: Frequency, beatRate: Frequency) -> Cents {
    let common = Double(referencePartial) * reference.hertz
    return Cents(1200 * Exponential.log2((common + beatRate.hertz) / common))
  }
}

extension MusicalInterval {
  /// Four semitones upwards.
  package static var majorThird: MusicalInterval { MusicalInterval(semitones: 4) ?? .unison }
  /// Three semitones upwards.
  package static var minorThird: MusicalInterval { MusicalInterval(semitones: 3) ?? .unison }
}
