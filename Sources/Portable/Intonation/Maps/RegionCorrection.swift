/// What to add to a region's pitch so that it is in tune, and how sure that is.
public struct RegionCorrection: Hashable, Sendable {
  /// Whether the correction is one to apply, and if not, why.
  public enum Status: UInt8, Hashable, Sendable {
    /// It is in tune with its keys once corrected.
    case applied
    /// It stands whole octaves, or its preset's own transposition, beside its keys, as a stop of an
    /// organ does; once corrected it is in tune there.
    case appliedAside
    /// Further from its keys' pitch than a recording is out of tune: a wrong root key, or no error.
    case tooFar
    /// The pitch is less certain than the error is large.
    case tooUncertain
    /// It has no pitch.
    case unpitched
    /// Nobody has measured it.
    case unmeasured
  }

  /// Whether to apply it.
  public var status: Status
  /// To be added to the region's pitch, in cents; 0 unless the status says that it is applied.
  public var cents: Double
  /// How far above its keys' pitch it sounds with the tuning its file gives it, in cents; 0 where
  /// there is no pitch.
  public var errorCents: Double
  /// The error is right to so many cents, in 95 of 100 cases.
  public var uncertaintyCents: Double
  /// How far the two halves of a stereo pair are apart, in cents; nil for what is no pair. Both get
  /// the same correction, so that what lies between them stays.
  public var pairDifferenceCents: Double?
  /// Whether the error is partly that of what sounds before the loop: the note dies away, and its
  /// beginning is what is judged.
  public var isJudgedBeforeLoop = false

  /// A correction of these parts.
  public init(
    status: Status, cents: Double = 0, errorCents: Double = 0, uncertaintyCents: Double = 0,
    pairDifferenceCents: Double? = nil
  ) {
    self.status = status
    self.cents = cents
    self.errorCents = errorCents
    self.uncertaintyCents = uncertaintyCents
    self.pairDifferenceCents = pairDifferenceCents
  }

  /// True where the halves of a stereo pair differ by more than is certain about either.
  public var pairDisagrees: Bool {
    guard let difference = pairDifferenceCents else { return false }
    return abs(difference) > max(uncertaintyCents, 0.5)
  }
}
