import PeachEarTraining
import Testing

@Suite("Binomial distributions and tests")
struct BinomialTests {
  @Test("Tails of fair coins are those of Pascal's triangle, up to 62 trials")
  func fair() {
    for count in 0...62 {
      let exact = ExactBinomial(count: count, numerator: 1, denominator: 2)
      let distribution = BinomialDistribution(count: count)
      for successes in -1...(count + 1) {
        let expected = exact.atLeast(successes)
        #expect(abs(distribution.atLeast(successes) - expected) <= 1e-13 * expected)
        #expect(abs(distribution.atMost(count - successes) - expected) <= 1e-13 * expected)
      }
    }
  }

  @Test("Tails of other probabilities are exact", arguments: [(1, 5), (3, 5), (3, 4), (9, 10)])
  func unfair(numerator: UInt64, denominator: UInt64) {
    for count in 0...18 {
      let exact = ExactBinomial(count: count, numerator: numerator, denominator: denominator)
      let distribution = BinomialDistribution(
        count: count, probability: Double(numerator) / Double(denominator))
      for successes in 0...count {
        let expected = exact.atLeast(successes)
        #expect(abs(distribution.atLeast(successes) - expected) <= 1e-12 * expected)
        #expect(abs(distribution.atMost(successes - 1) - (1 - expected)) < 1e-12)
      }
    }
  }

  @Test("Certain and impossible successes")
  func limits() {
    for count in [1, 7] {
      #expect(BinomialDistribution(count: count, probability: 0).atLeast(1) == 0)
      #expect(BinomialDistribution(count: count, probability: 0).atMost(0) == 1)
      #expect(BinomialDistribution(count: count, probability: 1).atLeast(count) == 1)
      #expect(BinomialDistribution(count: count, probability: 1).atMost(count - 1) == 0)
    }
  }

  @Test("Large numbers of trials neither overflow nor lose the tail")
  func large() {
    // Stirling: the central term of n trials is √(2/πn)·(1 − 1/4n), with an error below 1/n².
    let central = (2 / (Double.pi * 100_000)).squareRoot() * (1 - 1 / 400_000)
    let half = BinomialDistribution(count: 100_000).atLeast(50_000)
    #expect(abs(half - (0.5 + central / 2)) < 1e-9)
    // 2^-900 is a power of two.
    let all = BinomialDistribution(count: 900).atLeast(900)
    #expect(abs(all / 0x1p-900 - 1) < 1e-9)
    #expect(BinomialDistribution(count: 100_000).atLeast(60_000) < 1e-300)
  }

  // Leventhal, J. Audio Eng. Soc. 34 (1986), table of type 1 and type 2 errors: 4 decimal places.
  @Test(
    "Errors of both types are those of Leventhal's table",
    arguments: [
      (15, 14, [0.0005, 0.9948, 0.9647, 0.9198, 0.8329]),
      (15, 13, [0.0037, 0.9729, 0.8732, 0.7639, 0.6020]),
      (15, 12, [0.0176, 0.9095, 0.7031, 0.5387, 0.3518]),
      (15, 11, [0.0592, 0.7827, 0.4845, 0.3135, 0.1642]),
      (15, 10, [0.1509, 0.5968, 0.2784, 0.1484, 0.0611]),
      (15, 9, [0.3036, 0.3902, 0.1311, 0.0566, 0.0181]),
      (15, 8, [0.5, 0.2131, 0.05, 0.0173, 0.0042]),
      (16, 12, [0.0384, 0.8334]), (16, 9, [0.4018, 0.2839]), (50, 32, [0.0325, 0.6644]),
    ])
  func published(count: Int, successes: Int, errors: [Double]) {
    let guessing = BinomialTest(.greater).pValue(successes: successes, of: count)
    #expect(abs(guessing - errors[0]) < 0.00006)
    for (proportion, error) in zip([0.6, 0.7, 0.75, 0.8], errors.dropFirst()) {
      let missed = BinomialDistribution(count: count, probability: proportion)
        .atMost(successes - 1)
      #expect(abs(missed - error) < 0.00006)
    }
  }

  @Test("The critical number is the least with a p-value of at most 5 %")
  func critical() {
    let (oneSided, twoSided) = (BinomialTest(.greater), BinomialTest(.different))
    // Leventhal: 12 of 16, 32 of 50; 59 of 100 misses a listener of 60 % with a probability of
    // 0.3775.
    #expect(oneSided.criticalCount(of: 16) == 12 && oneSided.criticalCount(of: 50) == 32)
    #expect(oneSided.criticalCount(of: 100) == 59)
    #expect(abs(1 - oneSided.power(proportion: 0.6, count: 100) - 0.3775) < 0.00006)
    // 2^-4 > 0.05 ≥ 2^-5, and twice as many for both sides.
    #expect(oneSided.criticalCount(of: 4) == 5 && oneSided.criticalCount(of: 5) == 5)
    #expect(twoSided.criticalCount(of: 5) == 6 && twoSided.criticalCount(of: 6) == 6)
    for test in [oneSided, twoSided] {
      for count in 1...60 {
        let critical = test.criticalCount(of: count)
        if critical <= count { #expect(test.pValue(successes: critical, of: count) <= 0.05) }
        #expect(test.pValue(successes: critical - 1, of: count) > 0.05)
      }
    }
  }

  @Test("The two-sided p-value is symmetric, at most 1, and twice the one-sided one")
  func twoSided() {
    let test = BinomialTest(.different)
    for count in 0...40 {
      for successes in 0...count {
        let p = test.pValue(successes: successes, of: count)
        #expect(p == test.pValue(successes: count - successes, of: count) && p <= 1)
        let exact = ExactBinomial(count: count, numerator: 1, denominator: 2)
          .atLeast(max(successes, count - successes))
        #expect(abs(p - min(2 * exact, 1)) < 1e-12)
      }
    }
  }

  // Independent program: scipy 1.17, scipy.stats.binom, first n with a power of 0.8 at the 5 %
  // level.
  @Test(
    "The needed number of trials agrees with SciPy's binomial distribution",
    arguments: [
      (0.55, 620, 786), (0.6, 158, 199), (0.7, 37, 49), (0.75, 23, 30), (0.8, 18, 20), (0.9, 8, 12),
      (0.95, 8, 9),
    ])
  func needed(proportion: Double, oneSided: Int, twoSided: Int) throws {
    for (test, expected) in [
      (BinomialTest(.greater), oneSided), (BinomialTest(.different), twoSided),
    ] {
      #expect(test.neededCount(proportion: proportion) == expected)
      #expect(test.power(proportion: proportion, count: expected) >= 0.8)
      #expect(test.power(proportion: proportion, count: expected - 1) < 0.8)
    }
  }

  @Test("A listener who guesses is not found with any number of trials")
  func neverNeeded() {
    #expect(BinomialTest(.greater).neededCount(proportion: 0.5) == nil)
  }
}
