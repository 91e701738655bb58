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

  /// Creates a finding.
  public init(rule: BankRule, subject: String = "", offset: Int? = nil, message: String) {
    self.rule = rule
    self.subject = subject
    self.offset = offset
    self.message = message
  }

  /// The severity of the rule.
  public var severity: BankSeverity { rule.severity }

  /// The complete message, such as `warning: sample ‘Oboe’: its loop clicks (loop-click, §6.3)`.
  public var description: String {
    var text = severity.name + ": "
    if !subject.isEmpty { text += subject + ": " }
    text += message + " (" + rule.name
    if !rule.section.isEmpty { text += ", " + rule.section }
    return text + ")"
  }
}
