/// The measured tuning quality of a preset, as shown in pickers, tables and plots. States whether
/// the pitch is constant, or by how much it differs in the mean and from moment to moment, and why.
public enum IntonationBadge: Hashable, Sendable {
  /// The mean pitch of every note, its windows and its later pitch are in tune within 1 cent. The
  /// recordings themselves are, at least after their attacks.
  case exact
  /// The pitch contour is removed. From 50 ms after the onset, each 100 ms of every note is within
  /// the given number of cents of its nominal pitch; `nil` until the tones have been verified.
  case straight(deviationCents: Double?)
  /// The mean pitch over 0.1 to 1 s of every note is within the given number of cents. Windows of
  /// 100 ms vary around it. The pitch after the first second differs by up to `laterCents`.
  /// `reason` states why the contour is not removed; `nil` if that was not attempted.
  case varying(
    meanCents: Double, variationCents: Double, laterCents: Double = 0, reason: ToneVerdict? = nil)
  /// The preset has no pitch.
  case unpitched

  /// The limit of ``exact``, in cents.
  public static var limitCents: Double { 1 }

  /// Creates a badge of recorded tones from the maximum values of the notes.
  ///
  /// - Parameters:
  ///   - meanCents: The error of the mean pitch over 0.1 to 1 s that remains after correction.
  ///   - variationCents: The distance of a window of 100 ms from the mean.
  ///   - laterCents: The error of the pitch after the first second.
  ///   - reason: The reason why the contour is not removed.
  public init(
    meanCents: Double, variationCents: Double, laterCents: Double = 0,
    reason: ToneVerdict? = nil
  ) {
    let isExact =
      meanCents <= Self.limitCents && variationCents <= Self.limitCents
      && laterCents <= Self.limitCents
    self =
      isExact
      ? .exact
      : .varying(
        meanCents: meanCents, variationCents: variationCents, laterCents: laterCents,
        reason: reason)
  }

  /// Whether the pitch of every note is constant.
  public var isStraight: Bool {
    switch self {
    case .exact, .straight: true
    case .varying, .unpitched: false
    }
  }

  /// The later pitch if its error is larger than ``limitCents`` and than that of the mean.
  public var notableLaterCents: Double? {
    guard case .varying(let mean, _, let later, _) = self else { return nil }
    return later > max(Self.limitCents, mean) ? later : nil
  }

  /// The bound of ``straight(deviationCents:)`` that is shown: 0.1, 0.2, … cents, rounded up.
  package static func bound(ofDeviation cents: Double) -> Double {
    max((cents * 10 - 1e-9).rounded(.up), 1) / 10
  }
}
