/// The way in which the notes of a comparison sound, and the question about them.
public enum ComparisonForm: Hashable, Sendable {
  /// The target follows the reference. Is it higher or lower?
  case melodic
  /// Both notes sound together. Is the interval wider or narrower than pure? "Higher" is the answer
  /// for a target above its nominal pitch.
  case width
  /// The interval sounds twice: once pure, and once with a target that is off by `detuningCents`.
  /// Which time is it pure? The offset of the response has the same magnitude. It is positive if
  /// the second one is pure, and "higher" is the answer for the second one.
  case purity(detuningCents: Double)
}
