import Dispatch
import PeachEarTraining
import PeachTrainerSimulation
import Synchronization
import TestEnvironment
import Testing

/// The gates as `peach simulate` measures them. Where there are fewer listeners than the command's
/// 2000, there is room for sampling: three standard errors, as computed from their number.
@Suite("Gates", .serialized)
struct GateTests {
  private func runs(
    _ experiment: SimulatedExperiment, count: Int, seed: UInt64
  ) -> [ListenerRun] {
    let runs = Mutex([ListenerRun?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let run = experiment.run(listener: index, seed: seed)
      runs.withLock { $0[index] = run }
    }
    return runs.withLock { $0 }.compactMap { $0 }
  }

  @Test("statistics over runs are those of their errors")
  func statistics() {
    let runs = runs(.ours, count: 3, seed: 1)
    let statistics: RunStatistics = RunStatistics(runs)
    let squares = runs.flatMap(\.errors).map { $0 * $0 }
    let mean = squares.reduce(0, +) / Double(squares.count)
    #expect(abs(statistics.rootMeanSquare - mean.squareRoot()) < 1e-12)
  }

  @Test("a listener's run depends on number and seed alone, and differs with either")
  func determinism() {
    for experiment in [SimulatedExperiment.ours, .kazez, .psiMarginal] {
      let run = experiment.run(listener: 3, seed: 7)
      #expect(run == experiment.run(listener: 3, seed: 7))
      #expect(run != experiment.run(listener: 4, seed: 7))
      #expect(run != experiment.run(listener: 3, seed: 8))
    }
    #expect(Set(SimulatedExperiment.allCases.map(\.name)).count == 21)
  }

  @Test("a statistic passes within its limits, and NaN never passes")
  func figures() {
    let figure = GateFigure(1, "a", 0.5, atLeast: 0.5, atMost: 0.6)
    #expect(figure.passes)
    #expect(!GateFigure(1, "a", 0.49, atLeast: 0.5).passes)
    #expect(!GateFigure(1, "a", 0.61, atMost: 0.6).passes)
    #expect(!GateFigure(1, "a", .nan, atMost: 0.6).passes)
  }

  static let (seeds, count, slowCount): ([UInt64], Int, Int) = TestScale.cases(
    short: ([1], 40, 4), full: ([1, 2, 3], 2000, 60))
  static let greatestFactor = TestScale.count(short: 10, full: 100)

  @Test("every figure is within its limits and sampling's reach", arguments: seeds)
  func limits(seed: UInt64) {
    let all = SimulatedExperiment.allCases.map { experiment in
      let isSlow = experiment.rawValue >= SimulatedExperiment.psiMarginal.rawValue
      let factor = min(experiment.listenerFactor, Self.greatestFactor)
      let count = (isSlow ? Self.slowCount : Self.count) * factor
      return runs(experiment, count: count, seed: seed)
    }
    let gates = SimulatedGates(runs: all)
    let figures = gates.figures
    #expect(Set(figures.map(\.gate)) == Set(1...8) && figures.count == 38)
    for figure in figures {
      let isSlow = [5, 6, 8].contains(figure.gate) || figure.name.contains("responses to")
      // A root mean square has a relative standard error of 1/√(2N), a share one of 0.5/√N at most;
      // a threshold's errors have a deviation below 0.5; numbers of trials follow the errors.
      let count = Double(isSlow ? Self.slowCount : Self.count)
      // With 2000 listeners the limits hold as they are.
      let isFull = count >= 2000
      let factor = figure.name.contains("trials of 2-down") ? 6.0 : 1
      let reach = isFull ? 0 : 3 * 0.5 / count.squareRoot() * factor
      #expect(figure.value <= (figure.atMost ?? .infinity) + reach, "\(figure)")
      #expect(figure.value >= (figure.atLeast ?? -.infinity) - reach, "\(figure)")
    }
    let ours = gates.statistics(of: .ours).rootMeanSquare(at: 79)
    #expect(ours < gates.statistics(of: .kazez).rootMeanSquare(at: 79))
  }
}
