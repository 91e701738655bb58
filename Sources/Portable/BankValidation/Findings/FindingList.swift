import PeachInstrumentFiles

struct FindingList {
  /// The maximum number of stored findings per rule. Further ones are counted.
  static var limitPerRule: Int { 500 }

  /// Whether the file is a SoundFont, so that findings cite its specification.
  var concernsSoundFont = false
  private(set) var findings: [BankFinding] = []
  private var counts = [Int](repeating: 0, count: BankRule.allCases.count)

  /// Adds a finding. Evaluates its strings only if it is stored.
  mutating func add(
    _ rule: BankRule, _ subject: @autoclosure () -> String, at offset: Int? = nil,
    _ message: @autoclosure () -> String
  ) {
    counts[Int(rule.rawValue)] += 1
    guard counts[Int(rule.rawValue)] <= FindingList.limitPerRule else { return }
    findings.append(
      BankFinding(
        rule: rule, subject: subject(), offset: offset, message: message(),
        section: concernsSoundFont ? rule.section : ""))
  }

  /// Adds the faults that the reader tolerated. ``SampleHeaderCheck`` reports loops, with the
  /// address offsets of the regions that play them, and ``BankCheck`` banks without presets, for
  /// all formats.
  mutating func add(_ faults: SoundFontFaultList) {
    for fault in faults.faults {
      guard let rule = BankRule(fault.rule) else { continue }
      add(rule, fault.subject.description, at: fault.offset, fault.message)
    }
    for rule in SoundFontRule.allCases {
      guard let bankRule = BankRule(rule) else { continue }
      counts[Int(bankRule.rawValue)] += max(
        faults.count(of: rule) - SoundFontFaultList.limitPerRule, 0)
    }
  }

  /// Returns the number of violations of a rule, including those that are not stored.
  func count(of rule: BankRule) -> Int { counts[Int(rule.rawValue)] }
}
