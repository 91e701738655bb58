import PeachEarTraining

/// The gates G1 to G8.
package struct SimulatedGates: Sendable {
  /// The runs of each experiment, in the order of ``SimulatedExperiment/allCases``.
  private let statistics: [RunStatistics]

  /// Creates the gates from the runs of each experiment, in the order of its cases.
  package init(runs: [[ListenerRun]]) {
    precondition(runs.count == SimulatedExperiment.allCases.count, "An experiment is missing.")
    statistics = runs.map { RunStatistics($0) }
  }

  /// Returns the statistics of an experiment.
  package func statistics(of experiment: SimulatedExperiment) -> RunStatistics {
    statistics[experiment.rawValue]
  }

  /// The statistics of all gates in order.
  package var figures: [GateFigure] {
    error + calibration + difficulty + speed + pitch + learning + bias + trend
  }

  /// G1: the accuracy after 20, 40 and 80 trials.
  private var error: [GateFigure] {
    let cases: [(SimulatedExperiment, String, [Double])] = [
      (.ours, "population prior", [0.44, 0.30, 0.21]),
      (.oursFlatPrior, "flat prior", [0.53, 0.35, 0.23]),
      (.oursRandomSlope, "random slope", [0.46, 0.34, 0.25]),
    ]
    var figures: [GateFigure] = []
    for (experiment, name, limits) in cases {
      for (trial, limit) in [(20, limits[0]), (40, limits[1]), (80, limits[2])] {
        figures.append(
          GateFigure(
            gate: 1, name: "error after \(trial) trials, \(name)",
            value: statistics(of: experiment).rootMeanSquare(at: trial - 1), atMost: limit))
      }
    }
    return figures
  }

  /// G2: the mean error, and the coverage of credible intervals from trial 20 to 80.
  private var calibration: [GateFigure] {
    let estimator = statistics(of: .ours)
    let coverage = estimator.coverage(from: 19)
    return [
      GateFigure(
        gate: 2, name: "largest mean error from trial 40", value: estimator.worstBias(from: 39),
        atLeast: -0.03, atMost: 0.03),
      GateFigure(
        gate: 2, name: "least cover of the 95 % band", value: coverage.lowerBound, atLeast: 0.93),
      GateFigure(
        gate: 2, name: "greatest cover of the 95 % band", value: coverage.upperBound, atMost: 0.98),
      GateFigure(
        gate: 2, name: "least cover, random slope",
        value: statistics(of: .oursRandomSlope).coverage(from: 19).lowerBound, atLeast: 0.90),
    ]
  }

  /// G3: the fraction of correct responses by threshold.
  private var difficulty: [GateFigure] {
    [(2.0, 5.0), (5.0, 15.0), (15.0, 60.0)].map { low, high in
      GateFigure(
        gate: 3, name: "right answers, thresholds from \(Int(low)) to \(Int(high)) cents",
        value: statistics(of: .ours).rightShare(thresholds: low...high), atLeast: 0.78,
        atMost: 0.88)
    }
  }

  /// G4: the speed, and the published accuracy of the Kazez rule.
  private var speed: [GateFigure] {
    let ours = statistics(of: .oursInTime).trials(toError: 0.4) ?? .infinity
    // 120 is a lower bound if 120 trials are not enough.
    let others = statistics(of: .twoDownOneUp).trials(toError: 0.4) ?? 120
    let kazez = statistics(of: .kazez)
    var figures = [
      GateFigure(
        gate: 4, name: "trials of 2-down-1-up for one of ours, to an error of 0.40",
        value: others / ours, atLeast: 3)
    ]
    for (trial, published) in [(20, 1.07), (40, 0.80), (80, 0.64)] {
      figures.append(
        GateFigure(
          gate: 4, name: "error of Kazez's rule after \(trial) trials",
          value: kazez.rootMeanSquare(at: trial - 1), atLeast: published - 0.03,
          atMost: published + 0.03))
    }
    return figures
  }

  /// G5: the profile across the keyboard.
  private var pitch: [GateFigure] {
    let profile = statistics(of: .profile)
    let flat = statistics(of: .profileFlatSkill)
    let single = statistics(of: .singleFlatSkill)
    var figures: [GateFigure] = []
    for (index, limit) in [(0, 0.30), (1, 0.19)] {
      let trials = PitchSimulation.checkpoints[index]
      figures.append(
        GateFigure(
          gate: 5, name: "error of a note after \(trials) trials",
          value: profile.rootMeanSquare(at: index), atMost: limit))
      figures.append(
        GateFigure(
          gate: 5, name: "loss where the skill is flat, after \(trials) trials",
          value: flat.rootMeanSquare(at: index) - single.rootMeanSquare(at: index), atMost: 0.06))
    }
    return figures
  }

  /// G6: the accuracy for a learner over 40 days.
  private var learning: [GateFigure] {
    [
      GateFigure(
        gate: 6, name: "error at the end of a learner's days",
        value: statistics(of: .learner).rootMeanSquare, atMost: 0.21)
    ]
  }

  /// G7: biased listeners.
  private var bias: [GateFigure] {
    let biased = statistics(of: .oursBiased)
    return [
      GateFigure(
        gate: 7, name: "error after 80 trials, biased listeners",
        value: biased.rootMeanSquare(at: 79), atMost: 0.25),
      GateFigure(
        gate: 7, name: "correlation of biases with their estimates", value: biased.biasCorrelation,
        atLeast: 0.85),
    ]
  }

  /// G8: the trend.
  private var trend: [GateFigure] {
    [
      GateFigure(
        gate: 8, name: "days on which a constant listener is not called stable",
        value: statistics(of: .constant).share(of: [.improving, .declining]), atMost: 0.12),
      GateFigure(
        gate: 8, name: "learners called improving by day 14, 20 trials a day",
        value: statistics(of: .learner).improvingShare(withinDays: 14), atLeast: 0.75),
      GateFigure(
        gate: 8, name: "learners called improving by day 14, 40 trials a day",
        value: statistics(of: .learnerFortyTrials).improvingShare(withinDays: 14), atLeast: 0.94),
    ]
  }
}
