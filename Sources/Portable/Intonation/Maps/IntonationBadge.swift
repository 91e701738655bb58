/// The tuning quality of a preset, as shown in pickers, tables and plots. Indicates whether the
/// preset is in tune within 1 cent, or the reason why not.
public enum IntonationBadge: Hashable, Sendable, CustomStringConvertible {
  /// Every note is in tune within 1 cent.
  case exact
  /// The worst note is in tune within the given number of cents.
  case within(cents: Double)
  /// The pitch of the samples fluctuates by more than 1 cent: vibrato, or several players. Their
  /// mean pitch is in tune within the second number of cents.
  case wavering(cents: Double, within: Double)
  /// The preset has no pitch.
  case unpitched

  /// The maximum error of ``exact``, in cents.
  public static var limitCents: Double { 1 }

  /// Creates a badge from the maximum remaining error and the maximum pitch fluctuation.
  ///
  /// - Parameters:
  ///   - remainderCents: The maximum error that may remain after correction.
  ///   - spreadCents: The maximum standard deviation of a sample's pitch in time.
  public init(remainderCents: Double, spreadCents: Double) {
    if spreadCents > Self.limitCents {
      self = .wavering(cents: spreadCents, within: remainderCents)
    } else {
      self = remainderCents > Self.limitCents ? .within(cents: remainderCents) : .exact
    }
  }

  /// `exact`, `within 3.1 cents`, `wavers by 12.0 cents`, `wavers by 12.0 cents, within 3.1 cents`,
  /// `no pitch`.
  public var description: String {
    switch self {
    case .exact: "exact"
    case .within(let cents): "within \(Self.text(cents)) cents"
    case .wavering(let cents, let rest) where rest <= Self.limitCents:
      "wavers by \(Self.text(cents)) cents"
    case .wavering(let cents, let rest):
      "wavers by \(Self.text(cents)) cents, within \(Self.text(rest)) cents"
    case .unpitched: "no pitch"
    }
  }

  private static func text(_ cents: Double) -> String {
    let tenths = Int(max(min(cents, 1e6), 0) * 10 + 0.5)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
