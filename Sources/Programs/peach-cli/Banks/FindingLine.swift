import Peach

/// A finding of `peach check`, as JSON and as text. Property names are JSON keys.
struct FindingLine: Encodable {
  var rule: String
  var severity: String
  /// The section of SoundFont 2.04; `nil` for audible defects.
  var section: String?
  /// The affected item; `nil` for the entire file.
  var subject: String?
  /// The byte offset in the file, if the finding has one.
  var offset: Int?
  var message: String

  init(_ finding: BankFinding) {
    rule = finding.rule.name
    severity = finding.severity.name
    section = finding.rule.section.isEmpty ? nil : finding.rule.section
    subject = finding.subject.isEmpty ? nil : finding.subject
    offset = finding.offset
    message = finding.message
  }

  /// `warning: sample ‘Oboe’: … (loop-click, §6.3)`.
  var text: String {
    let prefix = subject.map { "\($0): " } ?? ""
    return "\(severity): \(prefix)\(message) (\(rule)\(section.map { ", \($0)" } ?? ""))"
  }
}
