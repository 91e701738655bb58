import PeachInstrumentFiles

/// Collects findings without letting a hostile file fill memory with sentences.
struct FindingList {
  /// More findings of one rule than this are counted, not kept.
  static var limitPerRule: Int { 500 }

  private(set) var findings: [BankFinding] = []
  private var counts = [Int](repeating: 0, count: BankRule.allCases.count)

  /// Adds a finding, whose words are made only where they will be kept.
  mutating func add(
    _ rule: BankRule, _ subject: @autoclosure () -> String, at offset: Int? = nil,
    _ message: @autoclosure () -> String
  ) {
    counts[Int(rule.rawValue)] += 1
    guard counts[Int(rule.rawValue)] <= FindingList.limitPerRule else { return }
    findings.append(
      BankFinding(rule: rule, subject: subject(), offset: offset, message: message()))
  }

  /// Adds the faults that the reader tolerated.
  ///
  /// Loops are judged by ``SampleHeaderCheck``, with the address offsets of the regions that play
  /// them, and a bank without presets by ``BankCheck``, for all formats.
  mutating func add(_ faults: SoundFontFaultList) {
    for fault in faults.faults {
      guard let rule = BankRule(fault.rule) else { continue }
      add(rule, fault.subject.description, at: fault.offset, fault.message)
    }
    for rule in SoundFontRule.allCases {
      guard let bankRule = BankRule(rule) else { continue }
      let excess = faults.count(of: rule) - SoundFontFaultList.limitPerRule
      counts[Int(bankRule.rawValue)] += max(excess, 0)
    }
  }

  /// How often a rule is broken, those not kept included.
  func count(of rule: BankRule) -> Int { counts[Int(rule.rawValue)] }
}
