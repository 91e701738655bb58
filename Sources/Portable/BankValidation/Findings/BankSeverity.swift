/// How much a finding matters.
public enum BankSeverity: UInt8, Comparable, CaseIterable, Sendable {
  /// Against the letter of the format, or worth knowing; nobody hears it.
  case note = 0
  /// Something sounds other than its maker meant, or does in some players.
  case warning = 1
  /// Broken: something cannot sound at all.
  case error = 2

  /// Worse is greater.
  public static func < (left: BankSeverity, right: BankSeverity) -> Bool {
    left.rawValue < right.rawValue
  }

  /// `note`, `warning` or `error`.
  public var name: String {
    switch self {
    case .note: "note"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
