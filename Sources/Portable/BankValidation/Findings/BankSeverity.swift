/// The severity of a finding.
public enum BankSeverity: UInt8, Comparable, CaseIterable, Sendable {
  /// Inaudible: a deviation from the format, or information.
  case note = 0
  /// Audible, or different in some players.
  case warning = 1
  /// Invalid: something cannot play.
  case error = 2

  /// Orders by severity.
  public static func < (left: BankSeverity, right: BankSeverity) -> Bool {
    left.rawValue < right.rawValue
  }

  /// `note`, `warning` or `error`.
  public var name: String { ["note", "warning", "error"][Int(rawValue)] }
}
