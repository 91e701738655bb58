import PeachEarTraining

package struct SimulatedGates: Sendable {
  private let statistics: [RunStatistics]

  package init(runs: [[ListenerRun]]) {
    precondition(runs.count == SimulatedExperiment.allCases.count, "An experiment is missing.")
    statistics = runs.map { RunStatistics($0) }
  }

  package func statistics(of experiment: SimulatedExperiment) -> RunStatistics {
    statistics[experiment.rawValue]
  }

  /// The statistics of all gates in order.
  package var figures: [GateFigure] {
    error + calibration + difficulty + speed + pitch + intervals + learning + bias + trend
  }

  /// G1: the accuracy after 20, 40 and 80 trials.
  private var error: [GateFigure] {
    let cases: [(SimulatedExperiment, String, [(trial: Int, limit: Double)])] = [
      (.ours, "population prior", [(20, 0.44), (40, 0.30), (80, 0.21)]),
      (.oursFlatPrior, "flat prior", [(20, 0.53), (40, 0.35), (80, 0.23)]),
      (.oursRandomSlope, "random slope", [(20, 0.46), (40, 0.34), (80, 0.25)]),
    ]
    return cases.flatMap { experiment, name, limits in
      limits.map { trial, limit in
        GateFigure(
          1, "error after \(trial) trials, \(name)",
          statistics(of: experiment).rootMeanSquare(at: trial - 1), atMost: limit)
      }
    }
  }

  /// G2: the mean error, and the coverage of credible intervals from trial 20 to 80.
  private var calibration: [GateFigure] {
    let estimator = statistics(of: .ours)
    let coverage = estimator.coverage(from: 19)
    return [
      GateFigure(
        2, "mean error from trial 40, largest magnitude", estimator.worstBias(from: 39),
        atLeast: -0.03, atMost: 0.03),
      GateFigure(2, "minimum coverage of the 95 % interval", coverage.lowerBound, atLeast: 0.93),
      GateFigure(2, "maximum coverage of the 95 % interval", coverage.upperBound, atMost: 0.98),
      GateFigure(
        2, "minimum coverage, random slope",
        statistics(of: .oursRandomSlope).coverage(from: 19).lowerBound, atLeast: 0.90),
    ]
  }

  /// G3: the fraction of correct responses by threshold.
  private var difficulty: [GateFigure] {
    [(2.0, 5.0), (5.0, 15.0), (15.0, 60.0)].map { low, high in
      GateFigure(
        3, "correct responses, thresholds from \(Int(low)) to \(Int(high)) cents",
        statistics(of: .ours).rightShare(thresholds: low...high), atLeast: 0.78, atMost: 0.88)
    }
  }

  /// G4: the speed, and the published accuracy of the Kazez rule.
  private var speed: [GateFigure] {
    let ours = statistics(of: .oursInTime).trials(toError: 0.4) ?? .infinity
    // 120 is a lower bound if 120 trials are not enough.
    let others = statistics(of: .twoDownOneUp).trials(toError: 0.4) ?? 120
    let ratio = GateFigure(
      4, "trials of 2-down-1-up divided by Peach's, to an error of 0.40", others / ours, atLeast: 3)
    return [ratio]
      + [(20, 1.07), (40, 0.80), (80, 0.64)].map { trial, published in
        GateFigure(
          4, "error of Kazez's rule after \(trial) trials",
          statistics(of: .kazez).rootMeanSquare(at: trial - 1), atLeast: published - 0.03,
          atMost: published + 0.03)
      }
  }

  /// G5: the profile across the keyboard.
  private var pitch: [GateFigure] {
    func error(_ experiment: SimulatedExperiment, _ index: Int) -> Double {
      statistics(of: experiment).rootMeanSquare(at: index)
    }
    return zip(PitchSimulation.checkpoints, [0.30, 0.19]).enumerated().flatMap { index, row in
      [
        GateFigure(
          5, "error of a key after \(row.0) trials", error(.profile, index), atMost: row.1),
        GateFigure(
          5, "excess error if all keys are equal, after \(row.0) trials",
          error(.profileFlatSkill, index) - error(.singleFlatSkill, index), atMost: 0.06),
      ]
    }
  }

  /// G3 and G5 of intervals whose notes sound together.
  private var intervals: [GateFigure] {
    func error(_ experiment: SimulatedExperiment, _ index: Int) -> Double {
      statistics(of: experiment).rootMeanSquare(at: index)
    }
    let profiles = zip(PitchSimulation.checkpoints, [0.30, 0.19]).enumerated().flatMap {
      index, row in
      [
        GateFigure(
          5, "error of beats at a key after \(row.0) trials", error(.beats, index), atMost: row.1),
        GateFigure(
          5, "excess error of beats if all keys are equal, after \(row.0) trials",
          error(.beatsFlatSkill, index) - error(.singleFlatSkill, index), atMost: 0.06),
        GateFigure(
          5, "error of an interval's width at a key after \(row.0) trials",
          error(.intervalWidth, index), atMost: row.1),
      ]
    }
    return [(.beats, "beats"), (.intervalWidth, "widths")].map { experiment, name in
      GateFigure(
        3, "correct responses to \(name)",
        statistics(of: experiment).rightShare(thresholds: 0...100), atLeast: 0.78, atMost: 0.88)
    } + profiles
  }

  /// G6: the accuracy for a learner over 40 days.
  private var learning: [GateFigure] {
    let error = statistics(of: .learner).rootMeanSquare
    return [GateFigure(6, "error for a learner, all 40 days", error, atMost: 0.21)]
  }

  /// G7: biased listeners.
  private var bias: [GateFigure] {
    let biased = statistics(of: .oursBiased)
    return [
      GateFigure(
        7, "error after 80 trials, biased listeners", biased.rootMeanSquare(at: 79), atMost: 0.25),
      GateFigure(
        7, "correlation of biases with their estimates", biased.biasCorrelation, atLeast: 0.85),
    ]
  }

  /// G8: the trend.
  private var trend: [GateFigure] {
    [
      GateFigure(
        8, "days a constant listener is rated improving or declining",
        statistics(of: .constant).share(of: [.improving, .declining]), atMost: 0.12),
      GateFigure(
        8, "learners rated improving by day 14, 20 trials per day",
        statistics(of: .learner).improvingShare(withinDays: 14), atLeast: 0.75),
      GateFigure(
        8, "learners rated improving by day 14, 40 trials per day",
        statistics(of: .learnerFortyTrials).improvingShare(withinDays: 14), atLeast: 0.94),
    ]
  }
}

package struct GateFigure: Equatable, Sendable {
  /// The number of the gate: 1 is G1.
  package var gate: Int
  package var name: String
  package var value: Double
  package var atLeast: Double?
  package var atMost: Double?

  package init(
    _ gate: Int, _ name: String, _ value: Double, atLeast: Double? = nil, atMost: Double? = nil
  ) {
    self.gate = gate
    self.name = name
    self.value = value
    self.atLeast = atLeast
    self.atMost = atMost
  }

  /// Whether the value is finite and within the limits.
  package var passes: Bool {
    value.isFinite && value >= (atLeast ?? value) && value <= (atMost ?? value)
  }
}
