import Dispatch
import Peach
import Synchronization

/// `peach simulate`: how well the ear trainer finds thresholds, with simulated listeners.
enum SimulateCommand: Command {
  static let syntax = Syntax(
    name: "simulate",
    summary: "Measures how well the ear trainer finds thresholds, with simulated listeners.",
    operands: [],
    options: [
      .init(name: "count", value: "N", help: "listeners in each experiment, 20 to 100000 (2000)"),
      .init(name: "seed", value: "N", help: "which listeners; the same seed, the same table (1)"),
      .init(name: "json", value: nil, help: "every figure, as JSON"),
    ],
    examples: [
      ("peach simulate", "each gate's figures with their limits; ends with 0 if all are kept"),
      ("peach simulate --count 200", "the same, quickly and roughly"),
    ])

  static func run(_ arguments: Arguments) throws {
    let count = try arguments.integer("count", in: 20...100_000) ?? 2000
    let seed = try arguments.integer("seed", in: 0...Int.max) ?? 1
    Interruption.watch()
    var progress = Progress("simulating")
    defer { progress.finish() }
    var runs: [[ListenerRun]] = []
    let experiments = SimulatedExperiment.allCases
    for experiment in experiments {
      runs.append(
        try Self.runs(
          of: experiment, count: count * experiment.listenerFactor, seed: UInt64(seed)
        ) { part in
          progress.show((Double(runs.count) + part) / Double(experiments.count))
        })
    }
    progress.finish()
    let gates = SimulatedGates(runs: runs)
    let figures = gates.figures + [slowestTrial()]
    let report = SimulationReport(
      count: count, seed: seed, figures: figures, procedures: ProcedureLine.all(gates))
    try report.tell(asJSON: arguments.has("json"))
    if figures.contains(where: { !$0.passes }) { throw CommandEnd(status: ExitStatus.failure) }
  }

  /// All listeners of an experiment, on every processor; the order of the result is the listeners'.
  private static func runs(
    of experiment: SimulatedExperiment, count: Int, seed: UInt64, progress: (Double) -> Void
  ) throws -> [ListenerRun] {
    var runs: [ListenerRun] = []
    let batch = 64
    while runs.count < count {
      try Interruption.check()
      let first = runs.count
      let results = Mutex([ListenerRun?](repeating: nil, count: min(batch, count - first)))
      DispatchQueue.concurrentPerform(iterations: min(batch, count - first)) { index in
        let run = experiment.run(listener: first + index, seed: seed)
        results.withLock { $0[index] = run }
      }
      runs += results.withLock { $0 }.compactMap { $0 }
      progress(Double(runs.count) / Double(count))
    }
    return runs
  }

  /// G9: from an answer to the next trial, in a session with the profile; the 99th of 100 times, as
  /// other programs may take the processor away.
  private static func slowestTrial() -> GateFigure {
    var session = ComparisonSession(procedure: ProfileProcedure(), seed: 1)
    var settings = TrainingSettings()
    settings.intervals = (-12...12).compactMap { MusicalInterval(semitones: $0) }
    session.settings = settings
    var effects = session.reduce(.start(day: 0))
    var times: [Duration] = []
    for _ in 0..<1000 {
      guard case .play(let cue, _, _, _)? = effects.last else { break }
      _ = session.reduce(.targetBegan(cue: cue, offsetCents: .nan))
      let begun = ContinuousClock.now
      _ = session.reduce(.answer(.higher, responseSeconds: 1))
      effects = session.reduce(.feedbackEnded(cue: cue))
      times.append(ContinuousClock.now - begun)
    }
    times.sort()
    let slow = times.isEmpty ? Duration.seconds(1) : times[times.count * 99 / 100]
    return GateFigure(
      gate: 9, name: "milliseconds from an answer to the next trial",
      value: slow / .milliseconds(1), atMost: 5)
  }
}
