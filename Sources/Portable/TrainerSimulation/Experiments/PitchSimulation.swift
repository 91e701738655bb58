import PeachEarTraining
import PeachMusicUnits

/// Trials of a simulated listener whose threshold differs over the keyboard.
enum PitchSimulation {
  static var firstKey: Int { 36 }
  static var keyCount: Int { 49 }
  /// After so many trials the error over all keys is taken.
  static var checkpoints: [Int] { [80, 320] }

  /// Which procedure's estimates are taken.
  enum Estimation {
    /// The profile over pitch.
    case profile
    /// One threshold for all keys.
    case single
    /// Each key by itself.
    case independent
  }

  /// What is added to the threshold's logarithm at each key: a smooth random curve with a standard
  /// deviation and the covariance exp(−d²/2·9²), as a sum of waves of random length and phase.
  static func curve(deviation: Double, random: inout RandomSource) -> [Double] {
    let waves = 24
    var curve = [Double](repeating: 0, count: keyCount)
    for _ in 0..<waves {
      let turnsPerKey = random.normal() / 9 / 6.28318530717958647693
      let phase = random.fraction()
      for key in 0..<keyCount {
        let turns = turnsPerKey * Double(key) + phase
        curve[key] +=
          deviation * (2 / Double(waves)).squareRoot()
          * Exponential.sineAndCosine(cycles: turns).cosine
      }
    }
    return curve
  }

  /// The root of the mean square error over all keys at each checkpoint.
  static func run(
    _ estimation: Estimation, deviation: Double, listener: SimulatedListener,
    random: inout RandomSource
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

  /// With one procedure for all keys, or one for each.
  private static func run<Procedure: ComparisonProcedure>(
    _ procedures: inout [Procedure], _ added: [Double], _ listener: SimulatedListener,
    _ random: inout RandomSource
  ) -> ListenerRun {
    var run = ListenerRun(thresholdCents: Natural.exp(listener.logThreshold))
    for index in procedures.indices { procedures[index].beginDay(0) }
    for trial in 1...(checkpoints.last ?? 1) {
      let key = random.index(below: keyCount)
      let question = Question(noteNumber: Double(firstKey + key))
      let direction: Direction = random.coin() ? .higher : .lower
      let index = procedures.count > 1 ? key : 0
      let offset = procedures[index].offsetCents(
        for: question, direction: direction, random: &random)
      let heard = listener.answer(offsetCents: offset, added: added[key], random: &random)
      procedures[index].record(
        ComparisonResponse(question: question, offsetCents: offset, heard: heard))
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
      let question = Question(noteNumber: Double(firstKey + key))
      let truth = listener.logThreshold + added[key]
      let error = procedures[index].threshold(for: question).logarithm - truth
      sum += error * error
    }
    return (sum / Double(keyCount)).squareRoot()
  }
}
