/// A violation of a rule in a bank.
public struct BankFinding: Hashable, Sendable, CustomStringConvertible {
  /// The violated rule.
  public var rule: BankRule
  /// The subject, such as `sample ‘Piano C4’` or `preset ‘Harp’, zone 3`; empty for the whole file.
  public var subject: String
  /// The offset in the file, in bytes; `nil` if the finding has no single location.
  public var offset: Int?
  /// A user-facing message without a full stop.
  public var message: String
  /// The section of SoundFont 2.04 that has the rule; empty for audio, for limits of the reader,
  /// and in files of other formats.
  public var section: String

  /// The severity of the rule.
  public var severity: BankSeverity { rule.severity }

  /// The complete message, such as `warning: sample ‘Oboe’: its loop clicks (loop-click, §6.3)`.
  public var description: String {
    let subject = subject.isEmpty ? "" : subject + ": "
    let section = section.isEmpty ? "" : ", " + section
    return "\(severity.name): \(subject)\(message) (\(rule.name)\(section))"
  }
}

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
