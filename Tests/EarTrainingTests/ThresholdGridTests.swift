import Foundation
import PeachEarTraining
import PeachTrainerSimulation
import Testing

@Suite("Threshold grid")
struct ThresholdGridTests {
  /// The same model, summed over 1000 thresholds, 41 biases and the lapse rates, with the C
  /// library.
  private func bruteForce(_ answers: [(offset: Double, heard: PitchDirection)]) -> (Double, Double)
  {
    var (sum, first, second) = (0.0, 0.0, 0.0)
    for step in 0..<1000 {
      let logarithm = log(100.0) * (Double(step) + 0.5) / 1000
      for biasStep in -20...20 {
        let bias = Double(biasStep) / 10
        let away = logarithm - log(11)
        let prior = exp(-0.5 * away * away - 0.5 * bias * bias / 0.25)
        for (lapse, share) in zip(ListenerModel.lapses, ListenerModel.lapseWeights) {
          var weight = prior * share
          for (offset, heard) in answers {
            let z = 0.6744897501960817 * (offset / exp(logarithm) - bias)
            let listened = 0.5 * erfc(-z / 2.0.squareRoot())
            let higher = lapse / 2 + (1 - lapse) * listened
            weight *= heard == .higher ? higher : 1 - higher
          }
          sum += weight
          first += weight * logarithm
          second += weight * logarithm * logarithm
        }
      }
    }
    return (first / sum, (second / sum - first * first / sum / sum).squareRoot())
  }

  @Test(
    "the mean and deviation equal a fine sum to 5 % of the deviation")
  func posterior() {
    var random = RandomSource(seed: 3)
    for _ in 0..<6 {
      var grid = ThresholdGrid()
      var answers: [(offset: Double, heard: PitchDirection)] = []
      let listener = SimulatedListener(random: &random)
      for _ in 0..<12 {
        let offset = random.between(2, 60) * (random.coin() ? 1 : -1)
        let heard = listener.answer(offsetCents: offset, random: &random)
        answers.append((offset, heard))
        grid.update(offsetCents: offset, answer: heard)
      }
      let (mean, deviation) = bruteForce(answers)
      #expect(abs(grid.level.mean - mean) < 0.05 * deviation, "\(grid.level.mean) \(mean)")
      #expect(abs(grid.level.variance.squareRoot() / deviation - 1) < 0.05)
    }
  }

  @Test("probabilities sum to 1; correct responses lower the threshold, wrong ones raise it")
  func direction() {
    let before = ThresholdGrid()
    #expect(abs(before.level.mean - log(11)) < 0.03)
    for (heard, offset) in [(PitchDirection.higher, 12.0), (.lower, -12.0)] {
      var right = before
      right.update(offsetCents: offset, answer: heard)
      var wrong = before
      wrong.update(offsetCents: -offset, answer: heard)
      #expect(right.level.mean < before.level.mean && wrong.level.mean > before.level.mean)
      #expect(abs(right.marginal.reduce(0, +) - 1) < 1e-12)
    }
  }

  @Test("a bias is separated from the threshold")
  func bias() {
    var grid = ThresholdGrid()
    for offset in [3.0, -3, 5, -5, 4, -4, 3, -3] {
      grid.update(offsetCents: offset, answer: .higher)
    }
    #expect(grid.bias < -0.3)
  }

  @Test("drift adds its variance, in one step and in many, and keeps the mean")
  func drift() {
    // Known well enough that nothing reaches the ends of the grid.
    var grid = ThresholdGrid()
    for trial in 0..<60 {
      let isHigher = trial % 2 == 0
      let heard: PitchDirection = isHigher == (trial % 5 != 0) ? .higher : .lower
      grid.update(offsetCents: isHigher ? 14 : -14, answer: heard)
    }
    let before = grid.level
    grid.drift(variance: 0.0144)
    #expect(abs(grid.level.variance - before.variance - 0.0144) < 1e-4)
    for _ in 0..<3 { grid.drift(variance: 0.0144) }
    #expect(abs(grid.level.variance - before.variance - 4 * 0.0144) < 1e-4)
    #expect(abs(grid.level.mean - before.mean) < 1e-4)
  }

  @Test("implausible responses leave valid probabilities")
  func extremes() {
    var grid = ThresholdGrid()
    for _ in 0..<500 { grid.update(offsetCents: 100, answer: .lower) }
    #expect(grid.level.mean.isFinite && abs(grid.marginal.reduce(0, +) - 1) < 1e-9)
    let estimate = ThresholdEstimate(logarithm: log(6.3), band: 5.1...7.8)
    #expect(abs(estimate.cents - 6.3) < 1e-9 && estimate.band == 5.1...7.8)
  }
}
