import Peach

/// Something wrong in a bank, as JSON and as text.
struct FindingLine: Encodable {
  var rule: String
  var severity: String
  /// Of SoundFont 2.04; absent for what one hears.
  var section: String?
  /// What it is about; absent for the whole file.
  var subject: String?
  /// Bytes from the file's start, where one place is to blame.
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
    let place = subject.map { "\($0): " } ?? ""
    return "\(severity): \(place)\(message) (\(rule)\(section.map { ", \($0)" } ?? ""))"
  }
}
