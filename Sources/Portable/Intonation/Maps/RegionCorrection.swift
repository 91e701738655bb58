/// The pitch correction of a region and its uncertainty.
public struct RegionCorrection: Hashable, Sendable {
  /// Whether the correction is applied, or the reason why not.
  public enum Status: UInt8, Hashable, Sendable {
    /// Corrected to the pitch of its keys.
    case applied
    /// Corrected to a pitch transposed by octaves or by coarse tuning, as in organ stops.
    case appliedAside
    /// The error is too large: a wrong root key, or intended.
    case tooFar
    /// The uncertainty exceeds the error.
    case tooUncertain
    /// The first second of the notes would be more out of tune than without the correction, or its
    /// pitch cannot be measured.
    case unverified
    /// The sample has no pitch.
    case unpitched
    /// The sample has not been measured.
    case unmeasured
  }

  /// Whether the correction is applied.
  public var status: Status
  /// The cents to add to the region's pitch; 0 unless the correction is applied.
  public var cents: Double
  /// The deviation from the pitch of its keys before correction, in cents; 0 without a pitch.
  public var errorCents: Double
  /// The half-width of the 95 % confidence interval of the error, in cents.
  public var uncertaintyCents: Double
  /// The difference between both channels of a stereo pair, in cents; `nil` for other regions. Both
  /// channels get the same correction.
  public var pairDifferenceCents: Double?
  /// The errors of the keys' first second before correction; `nil` if they have not been measured.
  package var sounding: SoundingErrors?
  /// Whether the error includes the segment before the loop, as for decaying tones.
  public var isJudgedBeforeLoop = false

  package init(
    status: Status, cents: Double = 0, errorCents: Double = 0, uncertaintyCents: Double = 0,
    pairDifferenceCents: Double? = nil
  ) {
    self.status = status
    self.cents = cents
    self.errorCents = errorCents
    self.uncertaintyCents = uncertaintyCents
    self.pairDifferenceCents = pairDifferenceCents
  }

  /// Whether the channels of a stereo pair differ by more than the uncertainty.
  public var pairDisagrees: Bool {
    abs(pairDifferenceCents ?? 0) > max(uncertaintyCents, 0.5)
  }
}
