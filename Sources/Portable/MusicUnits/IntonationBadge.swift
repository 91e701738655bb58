/// The tuning quality of a preset, as shown in pickers, tables and plots. States whether the pitch
/// is constant, or by how much it differs in the mean and from moment to moment, and why.
public enum IntonationBadge: Hashable, Sendable, CustomStringConvertible {
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
    meanCents: Double, variationCents: Double, laterCents: Double, reason: Reason? = nil)
  /// The preset has no pitch.
  case unpitched

  /// The reason why a pitch contour is not removed.
  public enum Reason: String, Hashable, Sendable {
    /// Several players have no common contour.
    case severalPlayers = "several players"
    /// The tone decays while its key is held.
    case decaying = "decaying"
    /// The result would not be straighter.
    case noCommonContour = "no common contour"
  }

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
    meanCents: Double, variationCents: Double, laterCents: Double = 0, reason: Reason? = nil
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

  /// `exact`, `straight`, `straight, within 0.3 cents`,
  /// `several players, mean within 0.3 cents, varies by ±5.1 cents`,
  /// `mean within 0.3 cents, varies by ±5.1 cents, later within 2.0 cents`, `no pitch`.
  public var description: String {
    switch self {
    case .exact: return "exact"
    case .straight(nil): return "straight"
    case .straight(let deviation?): return "straight, within \(Self.bound(deviation)) cents"
    case .unpitched: return "no pitch"
    case .varying(let mean, let variation, _, let reason):
      var text = reason.map { "\($0.rawValue), " } ?? ""
      text += "mean within \(Self.text(mean)) cents, varies by ±\(Self.text(variation)) cents"
      guard let later = notableLaterCents else { return text }
      return text + ", later within \(Self.text(later)) cents"
    }
  }

  /// Returns a bound, rounded up to 0.1, 0.2, … cents.
  private static func bound(_ cents: Double) -> String {
    let tenths = Double(Int(max(min(cents, 1e6), 0) * 10))
    return text(max(tenths / 10 + (cents * 10 > tenths + 1e-9 ? 0.1 : 0), 0.1))
  }

  private static func text(_ cents: Double) -> String {
    let tenths = Int(max(min(cents, 1e6), 0) * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
