/// The tuning quality of a preset, as shown in pickers, tables and plots. Indicates whether the
/// preset is in tune within 1 cent, or by how much its pitch differs in the mean and from moment to
/// moment.
public enum IntonationBadge: Hashable, Sendable, CustomStringConvertible {
  /// The mean pitch of every note, its windows and its later pitch are in tune within 1 cent.
  case exact
  /// The mean pitch over 0.1 to 1 s of every note is within the given number of cents. Windows of
  /// 100 ms vary around it. The pitch after the first second differs by up to the last number.
  case varying(meanCents: Double, variationCents: Double, laterCents: Double)
  /// The preset has no pitch.
  case unpitched

  /// The limit of ``exact``, in cents.
  public static var limitCents: Double { 1 }

  /// Creates a badge from the maximum values of the notes.
  ///
  /// - Parameters:
  ///   - meanCents: The error of the mean pitch over 0.1 to 1 s that remains after correction.
  ///   - variationCents: The distance of a window of 100 ms from the mean.
  ///   - laterCents: The error of the pitch after the first second.
  public init(meanCents: Double, variationCents: Double, laterCents: Double = 0) {
    let isExact =
      meanCents <= Self.limitCents && variationCents <= Self.limitCents
      && laterCents <= Self.limitCents
    self =
      isExact
      ? .exact
      : .varying(
        meanCents: meanCents, variationCents: variationCents, laterCents: laterCents)
  }

  /// The later pitch if its error is larger than ``limitCents`` and than that of the mean.
  public var notableLaterCents: Double? {
    guard case .varying(let mean, _, let later) = self else { return nil }
    return later > max(Self.limitCents, mean) ? later : nil
  }

  /// `exact`, `mean within 0.3 cents, varies by ±5.1 cents`,
  /// `mean within 0.3 cents, varies by ±5.1 cents, later within 2.0 cents`, `no pitch`.
  public var description: String {
    switch self {
    case .exact: return "exact"
    case .unpitched: return "no pitch"
    case .varying(let mean, let variation, _):
      let text = "mean within \(Self.text(mean)) cents, varies by ±\(Self.text(variation)) cents"
      guard let later = notableLaterCents else { return text }
      return text + ", later within \(Self.text(later)) cents"
    }
  }

  private static func text(_ cents: Double) -> String {
    let tenths = Int(max(min(cents, 1e6), 0) * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
