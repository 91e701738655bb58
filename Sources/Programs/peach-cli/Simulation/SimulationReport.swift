import Peach
import PeachTrainerSimulation

/// The result of `peach simulate`, as JSON and as text. Property names are JSON keys.
struct SimulationReport: Encodable {
  /// A statistic with its limits.
  struct Line: Encodable {
    var gate: String
    var name: String
    var value: Double
    var atLeast: Double?
    var atMost: Double?
    var passes: Bool
  }

  var count: Int
  var seed: Int
  var passes: Bool
  var figures: [Line]
  var procedures: [ProcedureLine]

  init(count: Int, seed: Int, figures: [GateFigure], procedures: [ProcedureLine]) {
    self.count = count
    self.seed = seed
    self.procedures = procedures
    passes = figures.allSatisfy(\.passes)
    self.figures = figures.map {
      Line(
        gate: "G\($0.gate)", name: $0.name, value: $0.value, atLeast: $0.atLeast, atMost: $0.atMost,
        passes: $0.passes)
    }
  }

  func print(asJSON: Bool) throws {
    if asJSON { return try Console.print(json: self) }
    Console.print(
      "\(count) listeners per experiment, 10 times as many for G4's times and other procedures, "
        + "100 times for 2-down-1-up; seed \(seed)\n")
    for line in figures {
      let limits = [
        line.atLeast.map { "≥ \($0.decimals(2))" }, line.atMost.map { "≤ \($0.decimals(2))" },
      ].compactMap { $0 }.joined(separator: ", ")
      Console.print(
        line.gate.padded(to: 4) + line.name.padded(to: 62) + line.value.decimals(3).padded(to: 8)
          + limits.padded(to: 18) + (line.passes ? "met" : "MISSED"))
    }
    Console.print("\nRMS error of the log threshold after 20, 40 and 80 trials")
    for line in procedures {
      let errors = line.errors.map { $0.decimals(2).padded(to: 7) }.joined()
      let trials = line.trialsToError.map { "\($0.decimals(1)) trials" } ?? "never"
      Console.print("    " + line.name.padded(to: 30) + errors + "0.40: \(trials)")
    }
    let missed = figures.count { !$0.passes }
    Console.info(
      missed == 0 ? "All limits are met." : "\(missed) of \(figures.count) limits are missed.")
  }
}

/// The accuracy of a procedure at one threshold.
struct ProcedureLine: Encodable {
  var name: String
  /// The root mean square error after 20, 40 and 80 trials.
  var errors: [Double]
  /// The number of trials to an error of 0.40; `nil` if 120 (80 for Peach and psi) do not suffice.
  var trialsToError: Double?

  /// Returns all procedures of the comparison.
  static func all(_ gates: SimulatedGates) -> [ProcedureLine] {
    let experiments: [SimulatedExperiment] = [
      .ours, .oursFlatPrior, .psiMarginal, .threeDownOneUp, .weightedUpDown, .twoDownOneUp, .kazez,
    ]
    return experiments.map { experiment in
      let statistics = gates.statistics(of: experiment)
      return ProcedureLine(
        name: experiment.name, errors: [19, 39, 79].map { statistics.rootMeanSquare(at: $0) },
        trialsToError: gates.statistics(of: experiment == .ours ? .oursInTime : experiment)
          .trials(toError: 0.4))
    }
  }
}
