/// The counts of the answers of a listening test, and their statistics.
package struct ListeningTally: Equatable, Sendable {
  package let kind: ListeningTestKind
  /// ABX: the number of correct answers. Preference: the number for the candidate.
  package private(set) var successes = 0
  /// ABX: the number of wrong answers. Preference: the number for the baseline.
  package private(set) var failures = 0
  /// The number of answers without preference.
  package private(set) var ties = 0

  /// The proportion of correct answers that the power refers to: a listener who hears the
  /// difference in half of the trials and guesses in the others.
  package static var referenceProportion: Double { 0.75 }
  /// The greatest p-value that counts as a result.
  package static var significance: Double { 0.05 }
  /// The power at which a negative result is informative.
  package static var adequatePower: Double { 0.8 }

  package init(_ kind: ListeningTestKind) { self.kind = kind }

  package init(_ kind: ListeningTestKind, successes: Int, failures: Int, ties: Int = 0) {
    self.kind = kind
    self.successes = successes
    self.failures = failures
    self.ties = ties
  }

  /// Counts an answer. Ignores those of the other kind.
  package mutating func add(_ response: ListeningResponse) {
    guard response.trial.kind == kind else { return }
    if let isCorrect = response.isCorrect {
      if isCorrect { successes += 1 } else { failures += 1 }
    } else if let preferred = response.preferred {
      if preferred == response.trial.pair.candidate { successes += 1 } else { failures += 1 }
    } else {
      ties += 1
    }
  }

  /// The number of answers, including ties.
  package var count: Int { decidedCount + ties }
  /// The number of answers that the test is about. The sign test ignores ties.
  package var decidedCount: Int { successes + failures }

  /// ABX: one-sided. Preference: two-sided, because either style may be preferred.
  package var test: BinomialTest {
    BinomialTest(kind == .abx ? .greater : .different, significance: Self.significance)
  }

  /// The probability of a result at least as extreme by guessing; 1 without answers.
  package var pValue: Double { test.pValue(successes: successes, of: decidedCount) }

  /// The 95 % confidence interval of the proportion of successes; see
  /// ``BinomialDistribution/confidenceInterval(successes:of:confidence:)``.
  package var interval: ClosedRange<Double> {
    BinomialDistribution.confidenceInterval(successes: successes, of: decidedCount)
  }

  /// The probability that as many answers show a listener of ``referenceProportion``.
  package var power: Double {
    test.power(proportion: Self.referenceProportion, count: decidedCount)
  }

  /// The number of answers that would show a listener of ``referenceProportion`` with
  /// ``adequatePower``.
  package var neededCount: Int? {
    test.neededCount(proportion: Self.referenceProportion, power: Self.adequatePower)
  }

  /// The statement that the answers support.
  package var conclusion: ListeningConclusion {
    if pValue <= Self.significance {
      if kind == .abx { return .audible }
      return successes > failures ? .prefersCandidate : .prefersBaseline
    }
    if count == 0 { return .noAnswers }
    return power >= Self.adequatePower ? .notShown : .tooFewAnswers
  }
}

/// The statement that the answers of a listening test support.
package enum ListeningConclusion: UInt8, Hashable, Sendable, CaseIterable {
  /// There are no answers.
  case noAnswers
  /// X was recognized more often than by guessing.
  case audible
  /// The candidate was preferred more often than by chance.
  case prefersCandidate
  /// The baseline was preferred more often than by chance.
  case prefersBaseline
  /// Nothing was shown, by a test that would probably have shown a listener of
  /// ``ListeningTally/referenceProportion``.
  case notShown
  /// Nothing was shown, by too few answers to show it.
  case tooFewAnswers

  /// The name in JSON.
  package var name: String {
    switch self {
    case .noAnswers: "noAnswers"
    case .audible: "audible"
    case .prefersCandidate: "prefersCandidate"
    case .prefersBaseline: "prefersBaseline"
    case .notShown: "notShown"
    case .tooFewAnswers: "tooFewAnswers"
    }
  }
}
