import PeachEarTraining

/// Binomial probabilities by exact integers, for a probability of `numerator / denominator`.
struct ExactBinomial {
  let count: Int
  let numerator: UInt64
  let denominator: UInt64

  /// The weights of all numbers of successes; their sum is `denominator` to the power of `count`,
  /// which must be below 2^63.
  var weights: [UInt64] {
    var row: [UInt64] = [1]
    let failure = denominator - numerator
    for _ in 0..<count {
      // Pascal's triangle, with weighted steps. Traps on overflow.
      row = (0...row.count).map { index in
        (index > 0 ? row[index - 1] * numerator : 0)
          + (index < row.count ? row[index] * failure : 0)
      }
    }
    return row
  }

  func atLeast(_ successes: Int) -> Double {
    let weights = weights
    let tail = weights[min(max(successes, 0), count + 1)...].reduce(0, +)
    return Double(tail) / Double(weights.reduce(0, +))
  }
}

/// Listeners with a strategy instead of ears, and others that hear.
struct SimulatedAnswers {
  enum Strategy: CaseIterable {
    case alwaysA, alwaysB, coin, biased, alternating, balanced, likeTheLastB
  }

  /// Returns the answers to all trials. `hears` is the probability of hearing the difference; other
  /// trials are answered by the strategy.
  static func responses(
    to plan: ListeningPlan, _ strategy: Strategy, hears: Double = 0, random: inout RandomSource
  ) -> [ListeningResponse] {
    let count = plan.trials.count
    var balanced = (0..<count).map { $0 < count / 2 }
    balanced.shuffle(using: &random)
    var last = false
    return plan.trials.enumerated().map { index, trial in
      let isB: Bool
      switch strategy {
      case .alwaysA: isB = false
      case .alwaysB: isB = true
      case .coin: isB = random.coin()
      case .biased: isB = random.fraction() < 0.8
      case .alternating: isB = index % 2 == 1
      case .balanced: isB = balanced[index]
      case .likeTheLastB:
        // With feedback about the last trial, which the program does not give.
        isB = last
      }
      last = trial.kind == .abx ? trial.isXEqualToB : trial.isSwapped
      var answer: ListeningAnswer = isB ? .b : .a
      if random.fraction() < hears {
        let isCandidateB = trial.style(of: .b) == trial.pair.candidate
        answer = (trial.kind == .abx ? trial.isXEqualToB : isCandidateB) ? .b : .a
      }
      return ListeningResponse(trial: trial, answer: answer, plays: 3, responseSeconds: 1)
    }
  }
}
