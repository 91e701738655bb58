/// What a picker, a table and a plot show beside a preset: whether it can be promised to be in tune
/// to 1 cent, and if not, why not.
public enum IntonationBadge: Hashable, Sendable, CustomStringConvertible {
  /// Every note is in tune to a cent.
  case exact
  /// At the worst note so many cents may be left.
  case within(cents: Double)
  /// The recordings themselves waver by more than a cent: vibrato, or several players. Their mean
  /// pitch is in tune to so many cents.
  case wavering(cents: Double, within: Double)
  /// There is no pitch to be in tune.
  case unpitched

  /// What is promised without a word, in cents.
  public static var limitCents: Double { 1 }

  /// The rule: of notes that have up to `remainderCents` left, and recordings that waver by up to
  /// `spreadCents` (a standard deviation).
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
