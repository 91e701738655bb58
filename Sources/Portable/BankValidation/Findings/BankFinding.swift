/// One thing that is wrong in a bank: which rule, where, and what.
public struct BankFinding: Hashable, Sendable, CustomStringConvertible {
  /// The rule that is broken.
  public var rule: BankRule
  /// What it is about: `sample ‘Piano C4’`, `preset ‘Harp’, zone 3`; empty for the whole file.
  public var subject: String
  /// Where in the file, in bytes from its start, where one place is to blame.
  public var offset: Int?
  /// What is wrong, a sentence without its full stop.
  public var message: String

  /// A finding of these parts.
  public init(rule: BankRule, subject: String = "", offset: Int? = nil, message: String) {
    self.rule = rule
    self.subject = subject
    self.offset = offset
    self.message = message
  }

  /// How much it matters.
  public var severity: BankSeverity { rule.severity }

  /// `warning: sample ‘Oboe’: the loop clicks by −20 dB (loop-click, §6.3)`.
  public var description: String {
    var text = severity.name + ": "
    if !subject.isEmpty { text += subject + ": " }
    text += message + " (" + rule.name
    if !rule.section.isEmpty { text += ", " + rule.section }
    return text + ")"
  }
}
