import PeachInstrumentModel

/// Collects faults within bounded memory: of each rule a limited number, and the count of all.
package struct SoundFontFaultList: Sendable {
  /// The maximum number of faults of one rule that are kept.
  package static var limitPerRule: Int { 500 }
  private static var warningsPerRule: Int { 8 }

  /// The faults that are kept, in the order in which they were found.
  package private(set) var faults: [SoundFontFault] = []
  private var counts = [Int](repeating: 0, count: SoundFontRule.allCases.count)

  init() {}

  mutating func add(
    _ subject: SoundFontFault.Subject, _ problem: SoundFontFault.Problem, at offset: Int? = nil
  ) {
    let fault = SoundFontFault(subject, problem, at: offset)
    let rule = Int(fault.rule.rawValue)
    counts[rule] += 1
    if counts[rule] <= Self.limitPerRule { faults.append(fault) }
  }

  /// Returns the number of faults of a rule, including those that are not kept.
  package func count(of rule: SoundFontRule) -> Int { counts[Int(rule.rawValue)] }

  /// The faults as user-facing messages, the first few of each rule, and the number of the others.
  var warnings: [String] {
    var warnings: [String] = []
    var shown = [Int](repeating: 0, count: counts.count)
    for fault in faults where shown[Int(fault.rule.rawValue)] < Self.warningsPerRule {
      shown[Int(fault.rule.rawValue)] += 1
      warnings.append(fault.warning)
    }
    let omitted = counts.reduce(0, +) - warnings.count
    return omitted == 0 ? warnings : warnings + [WarningList.omission(omitted)]
  }
}
