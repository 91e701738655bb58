import PeachMusicUnits

extension CombEstimator {
  private static let rivalScore = 0.9

  /// Returns the deviation of the best series, in cents, or `nil`.
  ///
  /// - Parameters:
  ///   - position: The expected position of the first partial, in bins.
  ///   - highest: The highest partial, as a multiple of the first.
  func search(
    _ spectrum: HannSpectrum, position: Double, highest: Double, inharmonicity: Double,
    weightings: Weightings = .power
  ) -> Fit? {
    collectRatios(highest: max(highest, 1), inharmonicity)
    let widest = Exponential.exp2((Self.reachCents + 4) / 1200)
    while let last = ratios.last, !spectrum.covers(last * position * widest) {
      ratios.removeLast()
    }
    guard !ratios.isEmpty, spectrum.covers(position / widest) else { return nil }
    let steps = Int(Self.reachCents / 2)
    var scores: [Double] = []
    for step in -steps...steps {
      let first = position * Exponential.exp2(Double(2 * step) / 1200)
      var sum = 0.0
      for ratio in ratios { sum += spectrum.estimate(at: ratio * first) }
      scores.append(sum)
    }
    var best = 0
    for index in scores.indices where scores[index] > scores[best] { best = index }
    guard best > 0, best < scores.count - 1 else { return nil }
    var cents =
      2 * (Double(best - steps) + vertex(scores[best - 1], scores[best], scores[best + 1]))
    let highestScore = climb(spectrum, position, &cents, byPower: true)
    // White noise has this share in expectation.
    let chance = min(3 * Double(ratios.count) / Double(spectrum.count), 0.9)
    let share = highestScore / (spectrum.powerOfUnit * spectrum.meanSquare)
    guard (share - chance) / (1 - chance) > Self.lowestShare, abs(cents) < Self.reachCents
    else { return nil }
    var amplitudeCents = cents
    if case .powerAndAmplitude = weightings {
      _ = climb(spectrum, position, &amplitudeCents, byPower: false)
    }
    return Fit(
      cents: cents, amplitudeCents: amplitudeCents, share: share,
      isAmbiguous: hasRival(to: best, in: scores))
  }

  /// Returns whether another maximum reaches 90 % of the highest score.
  private func hasRival(to best: Int, in scores: [Double]) -> Bool {
    scores.indices.dropFirst().dropLast().contains {
      $0 != best && scores[$0] >= Self.rivalScore * scores[best] && scores[$0] > scores[$0 - 1]
        && scores[$0] > scores[$0 + 1]
    }
  }

  /// Changes a deviation to that of the nearest maximum of the score, and returns the score.
  private func climb(
    _ spectrum: HannSpectrum, _ position: Double, _ cents: inout Double, byPower: Bool
  ) -> Double {
    var highest = 0.0
    for step in [2.0, 0.5, 0.05] {
      // A parabola is exact near the maximum only.
      for _ in 0..<8 {
        let before = score(spectrum, position, cents - step, byPower)
        highest = score(spectrum, position, cents, byPower)
        let after = score(spectrum, position, cents + step, byPower)
        let offset = vertex(before, highest, after)
        cents += step * offset
        // The spectrum covers little more.
        if abs(offset) < 1 || abs(cents) > Self.reachCents { break }
      }
    }
    return highest
  }

  private func collectRatios(highest: Double, _ inharmonicity: Double) {
    ratios.removeAll(keepingCapacity: true)
    var number = 1.0
    while ratios.count < 1024 {
      let ratio =
        number * ((1 + inharmonicity * number * number) / (1 + inharmonicity)).squareRoot()
      guard ratio <= highest else { return }
      ratios.append(ratio)
      number += 1
    }
  }

  private func score(
    _ spectrum: HannSpectrum, _ position: Double, _ cents: Double, _ byPower: Bool
  ) -> Double {
    spectrum.sum(at: ratios, of: position * Exponential.exp2(cents / 1200), byPower: byPower)
  }

  /// Returns the position of a parabola's maximum, in steps from the middle, at most 2.
  private func vertex(_ before: Double, _ middle: Double, _ after: Double) -> Double {
    let bend = before - 2 * middle + after
    if bend < 0 { return min(max(0.5 * (before - after) / bend, -2), 2) }
    return before > middle || after > middle ? (before > after ? -1 : 1) : 0
  }
}
