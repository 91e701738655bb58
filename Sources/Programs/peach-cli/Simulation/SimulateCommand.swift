import Dispatch
import PeachServices
import PeachTrainerSimulation
import Synchronization

/// `peach simulate`: evaluates the threshold estimator on simulated listeners.
enum SimulateCommand: Command {
  static let syntax = Syntax(
    name: "simulate", summary: "Evaluate the threshold estimator on simulated listeners",
    purpose: "Evaluates the threshold estimator of the ear trainer on simulated listeners.",
    options: [
      .value("count", "N", "listeners per experiment, 20 to 100000 (default: 2000)"),
      .value("seed", "N", "seed of the listeners (default: 1)"), .json,
    ],
    notes: ["Exit status: 0 if all limits are met, 1 if not."],
    examples: [
      "peach simulate": "Compare all statistics with their limits.",
      "peach simulate --count 200": "Run a short, less precise evaluation.",
    ])

  static func run(_ arguments: Arguments) throws {
    let count = try arguments.integer("count", in: 20...100_000) ?? 2000
    let seed = try arguments.integer("seed", in: 0...Int.max) ?? 1
    let experiments = SimulatedExperiment.allCases
    let runs = try Progress.track("simulating") { report in
      try experiments.enumerated().map { index, experiment in
        try Self.runs(of: experiment, count: count * experiment.listenerFactor, seed: UInt64(seed))
        {
          try report((Double(index) + $0) / Double(experiments.count))
        }
      }
    }
    let gates = SimulatedGates(runs: runs)
    let figures = gates.figures + [slowestTrial()]
    let report = SimulationReport(
      count: count, seed: seed, figures: figures, procedures: ProcedureLine.all(gates))
    try Console.print(report, asJSON: arguments.has("json"))
    if !arguments.has("json") { Console.info(report.verdict) }
    if figures.contains(where: { !$0.passes }) { throw CommandExit(status: ExitStatus.failure) }
  }

  /// Simulates the listeners of an experiment on all cores. Returns the runs in their order.
  private static func runs(
    of experiment: SimulatedExperiment, count: Int, seed: UInt64, progress: (Double) throws -> Void
  ) throws -> [ListenerRun] {
    var runs: [ListenerRun] = []
    let batch = 64
    while runs.count < count {
      let first = runs.count
      let results = Mutex([ListenerRun?](repeating: nil, count: min(batch, count - first)))
      DispatchQueue.concurrentPerform(iterations: min(batch, count - first)) { index in
        let run = experiment.run(listener: first + index, seed: seed)
        results.withLock { $0[index] = run }
      }
      runs += results.withLock { $0 }.compactMap { $0 }
      try progress(Double(runs.count) / Double(count))
    }
    return runs
  }

  /// G9: the 99th percentile of the time from an answer to the next trial, in a session with a
  /// profile. A percentile, because other processes may interrupt this one.
  private static func slowestTrial() -> GateFigure {
    var session = ComparisonSession(procedure: ProfileProcedure(), seed: 1)
    var settings = TrainingSettings()
    settings.intervals = (-12...12).compactMap { MusicalInterval(semitones: $0) }
    session.settings = settings
    var effects = session.reduce(.start(day: 0))
    var times: [Duration] = []
    for _ in 0..<1000 {
      guard case .play(let cue, _)? = effects.last else { break }
      _ = session.reduce(.targetBegan(cue: cue))
      let start = ContinuousClock.now
      _ = session.reduce(.answer(.higher, responseSeconds: 1))
      effects = session.reduce(.feedbackEnded(cue: cue))
      times.append(ContinuousClock.now - start)
    }
    times.sort()
    let slow = times.isEmpty ? Duration.seconds(1) : times[times.count * 99 / 100]
    return GateFigure(
      9, "milliseconds from a response to the next trial", slow / .milliseconds(1), atMost: 5)
  }
}
