import PeachEarTraining
import PeachMusicUnits
import Testing

/// Listening tests of simulated listeners, whose results mathematics predicts.
@Suite("Listening tests of simulated listeners")
struct SimulatedListeningTests {
  private func tally(
    _ kind: ListeningTestKind, _ strategy: SimulatedAnswers.Strategy, hears: Double = 0,
    count: Int = 16, seed: UInt64
  ) -> ListeningTally {
    let plan = ListeningPlan(
      kind: kind, pair: .straightening,
      conditions: [ListeningCondition(sound: 0, frequency: .hertz(220))], count: count, seed: seed)
    var random = RandomSource(seed: seed, stream: 1)
    var tally = ListeningTally(kind)
    for response in SimulatedAnswers.responses(to: plan, strategy, hears: hears, random: &random) {
      tally.add(response)
    }
    return tally
  }

  /// The intervals by the number of successes, computed once.
  private func intervals(_ count: Int) -> [ClosedRange<Double>] {
    (0...count).map {
      ListeningTally(.abx, successes: $0, failures: count - $0).interval
    }
  }

  @Test(
    "No strategy of guessing passes more often than the p-value states",
    arguments: SimulatedAnswers.Strategy.allCases)
  func guessing(strategy: SimulatedAnswers.Strategy) {
    let runs = 4000
    for kind in ListeningTestKind.allCases {
      let tallies = (0..<runs).map { tally(kind, strategy, seed: UInt64($0)) }
      let passed = Double(tallies.count { $0.pValue <= 0.05 }) / Double(runs)
      // 12 of 16 one-sided, 13 of 16 two-sided; three standard errors.
      let expected =
        kind == .abx
        ? ExactBinomial(count: 16, numerator: 1, denominator: 2).atLeast(12)
        : 2 * ExactBinomial(count: 16, numerator: 1, denominator: 2).atLeast(13)
      let error = (expected * (1 - expected) / Double(runs)).squareRoot()
      #expect(abs(passed - expected) < 3.5 * error, "\(kind) \(strategy): \(passed)")
      let intervals = intervals(16)
      let covered = tallies.count { intervals[$0.successes].contains(0.5) }
      #expect(Double(covered) >= 0.95 * Double(runs) - 3.5 * (0.0475 * Double(runs)).squareRoot())
      // Four standard errors of the mean: neither labels nor positions are favored.
      let mean = Double(tallies.reduce(0) { $0 + $1.successes }) / Double(runs)
      #expect(abs(mean - 8) < 4 * 2 / Double(runs).squareRoot(), "\(kind) \(strategy): \(mean)")
    }
  }

  @Test("A listener who always hears is right in all trials")
  func perfect() {
    for strategy in SimulatedAnswers.Strategy.allCases {
      let abx = tally(.abx, strategy, hears: 1, seed: 3)
      #expect(abx.successes == 16 && abx.conclusion == .audible)
      #expect(abx.pValue == 0x1p-16 && abx.interval.upperBound == 1)
      let preference = tally(.preference, strategy, hears: 1, seed: 3)
      #expect(preference.successes == 16 && preference.conclusion == .prefersCandidate)
      #expect(preference.pValue == 0x1p-15)
    }
  }

  @Test("A listener who is right in 75 % is found as often as the power states")
  func power() {
    let runs = 4000
    for (count, kind) in [(16, ListeningTestKind.abx), (23, .abx), (16, .preference)] {
      let tallies = (0..<runs).map {
        tally(kind, .coin, hears: 0.5, count: count, seed: UInt64($0))
      }
      let power = tallies[0].power
      let found = Double(
        tallies.count { $0.conclusion == (kind == .abx ? .audible : .prefersCandidate) })
      let error = (power * (1 - power) * Double(runs)).squareRoot()
      #expect(abs(found - power * Double(runs)) < 3.5 * error, "\(count) \(kind): \(found)")
      let intervals = intervals(count)
      let covered = Double(tallies.count { intervals[$0.successes].contains(0.75) })
      #expect(covered >= 0.95 * Double(runs) - 3.5 * (0.0475 * Double(runs)).squareRoot())
    }
    // Leventhal's type 2 error of 12 of 16 is 1 − 0.6302.
    #expect(abs(tally(.abx, .coin, seed: 0).power - 0.6302) < 0.0001)
    #expect(tally(.abx, .coin, seed: 0).neededCount == 23)
    #expect(tally(.preference, .coin, seed: 0).neededCount == 30)
  }

  @Test("Ties count as answers, and not in the sign test")
  func ties() {
    let with = ListeningTally(.preference, successes: 9, failures: 2, ties: 20)
    let without = ListeningTally(.preference, successes: 9, failures: 2)
    #expect(with.count == 31 && with.decidedCount == 11)
    #expect(with.pValue == without.pValue && with.interval == without.interval)
    // 2·(1 + 11 + 55)/2^11, by the binomial coefficients of 11.
    #expect(abs(with.pValue - 2 * 67 / 2048) < 1e-12)
  }

  @Test(
    "Conclusions follow from the p-value and the power",
    arguments: [
      (ListeningTally(.abx), ListeningConclusion.noAnswers),
      (ListeningTally(.abx, successes: 12, failures: 4), .audible),
      (ListeningTally(.abx, successes: 11, failures: 5), .tooFewAnswers),
      // Always wrong is no evidence of hearing.
      (ListeningTally(.abx, successes: 0, failures: 16), .tooFewAnswers),
      (ListeningTally(.abx, successes: 20, failures: 20), .notShown),
      (ListeningTally(.preference, successes: 13, failures: 3), .prefersCandidate),
      (ListeningTally(.preference, successes: 3, failures: 13, ties: 1), .prefersBaseline),
      (ListeningTally(.preference, successes: 5, failures: 0), .tooFewAnswers),
      (ListeningTally(.preference, successes: 0, failures: 0, ties: 50), .tooFewAnswers),
      (ListeningTally(.preference, successes: 20, failures: 20), .notShown),
    ])
  func conclusions(tally: ListeningTally, expected: ListeningConclusion) {
    #expect(tally.conclusion == expected)
  }

  @Test("Answers of the other kind are not counted")
  func otherKind() {
    let trial = ListeningTrial(
      kind: .preference, pair: .straightening, sound: 0, frequency: .hertz(220), isSwapped: true,
      isXEqualToB: false)
    func response(_ answer: ListeningAnswer) -> ListeningResponse {
      ListeningResponse(trial: trial, answer: answer, plays: 2, responseSeconds: 1)
    }
    var (abx, preference) = (ListeningTally(.abx), ListeningTally(.preference))
    for answer in [ListeningAnswer.a, .a, .b, .neither] {
      abx.add(response(answer))
      preference.add(response(answer))
    }
    #expect(abx.count == 0)
    // A is the candidate.
    #expect(preference == ListeningTally(.preference, successes: 2, failures: 1, ties: 1))
  }
}
