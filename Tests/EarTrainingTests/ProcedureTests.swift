import Foundation
import PeachEarTraining
import PeachTrainerSimulation
import Testing

@Suite("Procedures")
struct ProcedureTests {
  static let question = TrialQuestion(noteNumber: 60)

  private func answer(_ offset: Double, isRight: Bool) -> ComparisonResponse {
    let heard: PitchDirection = (offset > 0) == isRight ? .higher : .lower
    return ComparisonResponse(question: Self.question, offsetCents: offset, heard: heard)
  }

  @Test("Kazez's rule as published: p·(1 − 0.05·√p) when right, p·(1 + 0.09·√p) when wrong")
  func kazez() {
    for (p, right, wrong) in [(100.0, 50.0, 100.0), (25, 18.75, 36.25), (4, 3.6, 4.72)] {
      for sign in [1.0, -1] {
        var procedure = KazezProcedure(startCents: p)
        procedure.record(answer(sign * p, isRight: true))
        #expect(abs(procedure.magnitudeCents - right) < 1e-12)
        procedure = KazezProcedure(startCents: p)
        procedure.record(answer(sign * p, isRight: false))
        #expect(abs(procedure.magnitudeCents - wrong) < 1e-12)
      }
    }
  }

  @Test(
    "staircases settle at the success that their authors derived: 70.7, 79.4 and 75 %",
    arguments: [
      (SimulatedExperiment.twoDownOneUp, 0.7071), (.threeDownOneUp, 0.7937),
      (.weightedUpDown, 0.75),
    ])
  func staircases(experiment: SimulatedExperiment, success: Double) {
    let runs = (0..<400).map { experiment.run(listener: $0, seed: 2) }
    // In quarters of an octave a good ear is reached from 100 cents after some forty trials.
    let settled = runs.flatMap { $0.isRight.dropFirst(60) }
    let share = Double(settled.count { $0 }) / Double(settled.count)
    #expect(abs(share - success) < 0.015, "\(share)")
  }

  @Test("a staircase steps down and up as its rule says")
  func steps() {
    var random = RandomSource(seed: 1)
    var procedure = StaircaseProcedure(rule: .twoDownOneUp, startCents: 40)
    func next() -> Double {
      procedure.offsetCents(for: Self.question, direction: .lower, random: &random)
    }
    var seen: [Double] = []
    for isRight in [true, true, true, false, false] {
      seen.append(next())
      procedure.record(answer(seen[seen.count - 1], isRight: isRight))
    }
    seen.append(next())
    for (value, expected) in zip(seen, [-40.0, -40, -20, -20, -40, -80]) {
      #expect(abs(value - expected) < 1e-9)
    }
  }

  @Test("the first offset has a success of 0.92 at a threshold of 11 cents, by the model's formula")
  func placement() {
    for direction in PitchDirection.allCases {
      var random = RandomSource(seed: 11)
      var procedures = [GridProcedure()]
      procedures[0].beginDay(0)
      let level = exp(procedures[0].grid.level.mean)
      let offset = procedures[0].offsetCents(
        for: Self.question, direction: direction, random: &random)
      var profile = ProfileProcedure()
      profile.beginDay(0)
      let other = profile.offsetCents(for: Self.question, direction: direction, random: &random)
      for (offset, threshold) in [(offset, level), (other, 11)] {
        #expect((offset > 0) == (direction == .higher))
        var (success, sum) = (0.0, 0.0)
        for bias in stride(from: -2.0, through: 2, by: 0.01) {
          for (lapse, share) in zip(ListenerModel.lapses, ListenerModel.lapseWeights) {
            let z = 0.6744897501960817 * (abs(offset) / threshold - bias)
            let weight = share * exp(-2 * bias * bias)
            sum += weight
            success += weight * (lapse / 2 + (1 - lapse) * 0.5 * erfc(-z / 2.0.squareRoot()))
          }
        }
        #expect(abs(success / sum - 0.92) < 0.005, "\(success / sum)")
      }
    }
  }

  @Test("each day begins with three easy trials, and one in twenty after them is easy")
  func rule() {
    var random = RandomSource(seed: 4)
    var rule = OffsetSelectionRule()
    for _ in 0..<3 {
      rule.beginDay()
      let aims = (0..<4003).map { _ in rule.success(random: &random) }
      #expect(aims.prefix(3).allSatisfy { $0 == 0.92 })
      let easy = aims.dropFirst(3).count { $0 == 0.95 }
      #expect((150...250).contains(easy))
      #expect(aims.dropFirst(3).allSatisfy { $0 == 0.95 || (0.76...0.88).contains($0) })
    }
  }

  @Test("psi-marginal and the chosen procedure learn as any other does")
  func others() {
    func learn<Procedure: ComparisonProcedure>(_ procedure: inout Procedure) -> Double {
      var random = RandomSource(seed: 9)
      let listener = SimulatedListener(thresholdCents: 5, lapse: 0.02)
      procedure.beginDay(0)
      for trial in 0..<150 {
        let direction: PitchDirection = trial % 2 == 0 ? .higher : .lower
        let offset = procedure.offsetCents(
          for: Self.question, direction: direction, random: &random)
        let heard = listener.answer(offsetCents: offset, random: &random)
        procedure.record(
          ComparisonResponse(question: Self.question, offsetCents: offset, heard: heard))
      }
      return procedure.threshold(for: Self.question).logarithm - log(5)
    }
    var psi = PsiMarginalProcedure()
    #expect(abs(learn(&psi)) < 0.5)
    var selected = [false, true].map {
      SelectedProcedure(profile: ProfileProcedure(), kazez: KazezProcedure(), isKazez: $0)
    }
    #expect(abs(learn(&selected[0])) < 0.5)
    _ = learn(&selected[1])
    #expect(selected[1].kazez.magnitudeCents < 20)
  }
}
