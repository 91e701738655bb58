import PeachServices
import PeachTrainerSimulation

struct SimulationReport: Report {
  let count: Int
  let seed: Int
  let figures: [GateFigure]
  let procedures: [ProcedureLine]

  var json: JSON {
    [
      "count": count, "seed": seed, "passes": figures.allSatisfy(\.passes),
      "figures": figures.map { figure -> JSON in
        [
          "gate": "G\(figure.gate)", "name": figure.name, "value": figure.value,
          "atLeast": figure.atLeast, "atMost": figure.atMost, "passes": figure.passes,
        ]
      },
      "procedures": procedures,
    ]
  }

  var text: String {
    var lines = [
      "\(count) listeners per experiment, 10 times as many for G4's times and other procedures, "
        + "100 times for 2-down-1-up; seed \(seed)", "",
    ]
    for figure in figures {
      let limits = [
        figure.atLeast.map { "≥ \($0.decimals(2))" }, figure.atMost.map { "≤ \($0.decimals(2))" },
      ].compactMap { $0 }.joined(separator: ", ")
      lines.append(
        "G\(figure.gate)".padded(to: 4) + figure.name.padded(to: 62)
          + figure.value.decimals(3).padded(to: 8) + limits.padded(to: 18)
          + (figure.passes ? "met" : "MISSED"))
    }
    lines += ["", "RMS error of the log threshold after 20, 40 and 80 trials"]
    for line in procedures {
      let errors = line.errors.map { $0.decimals(2).padded(to: 7) }.joined()
      let trials = line.trialsToError.map { "\($0.decimals(1)) trials" } ?? "never"
      lines.append("    " + line.name.padded(to: 30) + errors + "0.40: \(trials)")
    }
    return lines.joined(separator: "\n")
  }

  var verdict: String {
    let missed = figures.count { !$0.passes }
    return missed == 0
      ? "All limits are met." : "\(missed) of \(figures.count) limits are missed."
  }
}

/// The accuracy of a procedure at one threshold.
struct ProcedureLine: Encodable {
  var name: String
  /// The root mean square error after 20, 40 and 80 trials.
  var errors: [Double]
  /// The number of trials to an error of 0.40; `nil` if 120 (80 for Peach and psi) do not suffice.
  var trialsToError: Double?

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
