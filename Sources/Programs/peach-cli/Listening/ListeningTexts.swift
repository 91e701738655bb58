import Peach

/// The statements about listening tests: what their numbers support, and what they do not.
enum ListeningTexts {
  static func title(_ row: ListeningReport.Row) -> String {
    let styles = "\(row.pair.baseline.name) and \(row.pair.candidate.name)"
    return row.kind == .abx ? "ABX of \(styles)" : "Preference between \(styles)"
  }

  static func counts(_ row: ListeningReport.Row) -> String {
    let tally = row.tally
    let tests = Console.count(row.tests.count, "test")
    let sound = row.sound ?? "All sounds"
    if row.kind == .abx {
      return "\(sound): \(tally.successes) of \(tally.count) right in \(tests)"
    }
    return "\(sound): \(row.pair.candidate.name) \(tally.successes), \(row.pair.baseline.name) "
      + "\(tally.failures), no difference \(tally.ties) in \(tests)"
  }

  static func statistics(_ row: ListeningReport.Row) -> String {
    let tally = row.tally
    let (low, high) = (percent(tally.interval.lowerBound), percent(tally.interval.upperBound))
    let subject =
      row.kind == .abx ? "right" : "\(row.pair.candidate.name) preferred, without ties"
    return "p = \(probability(tally.pValue)); \(subject): 95 % interval \(low) to \(high) %"
  }

  /// Returns the statement that the answers support, and its limits.
  static func conclusion(_ row: ListeningReport.Row) -> String {
    let tally = row.tally
    let (one, other) = (row.pair.candidate.name, row.pair.baseline.name)
    let reference = "\(percent(ListeningTally.referenceProportion)) %"
    let needed = tally.neededCount.map { "\($0)" } ?? "more"
    switch tally.conclusion {
    case .noAnswers: return "There are no answers."
    case .audible:
      return "The difference was heard: guessing achieves this in \(chance(tally.pValue)) of all "
        + "tests. This does not tell which style is better, nor whether other listeners hear it."
    case .prefersCandidate: return preference(for: one, over: other, tally)
    case .prefersBaseline: return preference(for: other, over: one, tally)
    case .notShown where row.kind == .abx:
      return "No difference was shown, although a listener who is right in \(reference) of all "
        + "trials would have shown it with a probability of \(percent(tally.power)) %. Smaller "
        + "differences remain possible: the interval includes "
        + "\(percent(tally.interval.upperBound)) %."
    case .notShown:
      return "No preference was shown, although one in \(reference) of all trials would have been "
        + "with a probability of \(percent(tally.power)) %. Smaller preferences remain possible."
    case .tooFewAnswers where row.kind == .abx:
      return "No difference was shown. This is no evidence that there is none: so few trials show "
        + "a listener who is right in \(reference) of them with a probability of "
        + "\(percent(tally.power)) %. \(needed) trials are needed for "
        + "\(percent(ListeningTally.adequatePower)) %."
    case .tooFewAnswers:
      return "No preference was shown. This is no evidence that there is none: so few answers show "
        + "a preference in \(reference) of them with a probability of \(percent(tally.power)) %. "
        + "\(needed) answers with a preference are needed for "
        + "\(percent(ListeningTally.adequatePower)) %."
    }
  }

  private static func preference(
    for style: String, over other: String, _ tally: ListeningTally
  ) -> String {
    "\(style) was preferred to \(other): without a preference, so uneven a result occurs in "
      + "\(chance(tally.pValue)) of all tests. This holds for these listeners and sounds only."
  }

  /// Returns the reservations that apply to all rows.
  static func notes(_ rows: [ListeningReport.Row], isSession: Bool) -> [String] {
    var notes: [String] = []
    let stopped = rows.reduce(into: Set<String>()) { $0.formUnion($1.incompleteTests) }.count
    if stopped > 0 {
      notes.append(
        isSession
          ? "The test was stopped early. Stopping when the numbers look good makes p-values too small."
          : "\(Console.count(stopped, "test")) stopped early. Stopping when the numbers look good "
            + "makes p-values too small.")
    }
    if rows.count > 1 {
      notes.append(
        "Each result is a separate test. Without any difference, one in 20 falls below p = 0.05.")
    }
    if !isSession {
      notes.append(
        "The default of the players rests on pitch measurements, not on these answers. "
          + "See Documentation/studies/listening-test.md.")
    }
    return notes
  }

  private static func percent(_ fraction: Double) -> String { (fraction * 100).decimals(0) }

  private static func probability(_ value: Double) -> String {
    value < 0.0001 ? "0.0001 or less" : value.decimals(4)
  }

  private static func chance(_ value: Double) -> String {
    value < 0.0001 ? "fewer than 0.01 %" : "\((value * 100).decimals(2)) %"
  }
}
