import PeachEarTraining
import PeachMusicUnits

/// A simulation of a listener whose threshold varies across the keyboard.
enum PitchSimulation {
  static var firstKey: Int { 36 }
  static var keyCount: Int { 49 }
  /// The numbers of trials after which the error over all keys is computed.
  static var checkpoints: [Int] { [80, 320] }

  /// The estimator: a profile across the keyboard, one threshold for all keys, or one per key.
  enum Estimation { case profile, single, independent }

  /// Returns a smooth random curve that is added to the log threshold at each key. It is a sum of
  /// cosines of random frequency and phase with the covariance exp(−d²/2·9²).
  static func curve(deviation: Double, random: inout RandomSource) -> [Double] {
    let waves = 24
    var curve = [Double](repeating: 0, count: keyCount)
    for _ in 0..<waves {
      let cyclesPerKey = random.normal() / 9 / 6.28318530717958647693
      let phase = random.fraction()
      for key in 0..<keyCount {
        let cycles = cyclesPerKey * Double(key) + phase
        curve[key] +=
          deviation * (2 / Double(waves)).squareRoot()
          * Exponential.sineAndCosine(cycles: cycles).cosine
      }
    }
    return curve
  }

  /// Returns the root mean square error over all keys at each checkpoint.
  static func run(
    _ estimation: Estimation, deviation: Double, _ listener: SimulatedListener,
    _ random: inout RandomSource
  ) -> ListenerRun {
    let added = curve(deviation: deviation, random: &random)
    switch estimation {
    case .profile:
      var procedures = [ProfileProcedure()]
      return run(&procedures, added, listener, &random)
    case .single:
      var procedures = [GridProcedure(drifts: false)]
      return run(&procedures, added, listener, &random)
    case .independent:
      var procedures = [GridProcedure](repeating: GridProcedure(drifts: false), count: keyCount)
      return run(&procedures, added, listener, &random)
    }
  }

  /// Runs one procedure for all keys, or one per key.
  private static func run<Procedure: ComparisonProcedure>(
    _ procedures: inout [Procedure], _ added: [Double], _ listener: SimulatedListener,
    _ random: inout RandomSource
  ) -> ListenerRun {
    var run = ListenerRun(thresholdCents: Natural.exp(listener.logThreshold))
    for index in procedures.indices { procedures[index].beginDay(0) }
    for trial in 1...(checkpoints.last ?? 1) {
      let key = random.index(below: keyCount)
      let question = TrialQuestion(noteNumber: Double(firstKey + key))
      let index = procedures.count > 1 ? key : 0
      _ = listener.answer(question, by: &procedures[index], added: added[key], random: &random)
      if checkpoints.contains(trial) { run.errors.append(error(procedures, added, listener)) }
    }
    return run
  }

  private static func error<Procedure: ComparisonProcedure>(
    _ procedures: [Procedure], _ added: [Double], _ listener: SimulatedListener
  ) -> Double {
    var sum = 0.0
    for key in 0..<keyCount {
      let index = procedures.count > 1 ? key : 0
      let question = TrialQuestion(noteNumber: Double(firstKey + key))
      let truth = listener.logThreshold + added[key]
      let error = procedures[index].threshold(for: question).logarithm - truth
      sum += error * error
    }
    return (sum / Double(keyCount)).squareRoot()
  }
}
