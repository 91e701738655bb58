import PeachEarTraining

/// An experiment that provides statistics of gates: a population of listeners and a procedure.
package enum SimulatedExperiment: Int, CaseIterable, Sendable {
  /// One threshold, 80 trials: the adaptive procedure with variants of listeners and prior.
  case ours, oursFlatPrior, oursRandomSlope, oursBiased
  /// The adaptive procedure with more listeners and 40 trials, for the speed comparison.
  case oursInTime
  /// One threshold, 120 trials: the other procedures.
  case kazez, twoDownOneUp, threeDownOneUp, weightedUpDown, psiMarginal
  /// Thresholds across the keyboard, 320 trials: a profile and independent keys; a profile and a
  /// single threshold for a listener with a constant threshold.
  case profile, independentNotes, profileFlatSkill, singleFlatSkill
  /// Thresholds across the keyboard of an interval whose notes sound together, 320 trials: in
  /// beats, which vary from key to key or not, and of the direction of an interval.
  case beats, beatsFlatSkill, intervalWidth
  /// 40 days: a learner with 20 and 40 trials per day, a model without drift, and a listener with a
  /// constant threshold.
  case learner, learnerFortyTrials, learnerAllTime, constant

  package var name: String {
    switch self {
    case .ours: "Peach"
    case .oursFlatPrior: "Peach, flat prior"
    case .oursRandomSlope: "Peach, random slope"
    case .oursBiased: "Peach, biased listeners"
    case .oursInTime: "Peach, 40 trials"
    case .kazez: "Kazez"
    case .twoDownOneUp: "2-down-1-up"
    case .threeDownOneUp: "3-down-1-up"
    case .weightedUpDown: "weighted up-down"
    case .psiMarginal: "psi-marginal"
    case .profile: "profile"
    case .independentNotes: "independent keys"
    case .profileFlatSkill: "profile, equal keys"
    case .singleFlatSkill: "one threshold, equal keys"
    case .beats: "beats"
    case .beatsFlatSkill: "beats, equal keys"
    case .intervalWidth: "width of intervals"
    case .learner: "learner"
    case .learnerFortyTrials: "learner, 40 trials per day"
    case .learnerAllTime: "learner, no drift"
    case .constant: "constant listener"
    }
  }

  /// The ratio of the listeners that the experiment needs. With 2000 listeners, the errors of
  /// rules without a grid vary by 0.03 between seeds, which is the tolerance of G4, and their speed
  /// by 5 %. With these factors, G4's ratio of trials varies by 0.03.
  package var listenerFactor: Int {
    switch self {
    case .oursInTime, .kazez, .threeDownOneUp, .weightedUpDown: 10
    case .twoDownOneUp: 100
    default: 1
    }
  }

  /// Simulates a listener. Equal numbers and seeds give equal listeners in all experiments, and
  /// bit-identical runs on all platforms.
  package func run(listener number: Int, seed: UInt64) -> ListenerRun {
    var random = RandomSource(seed: seed, stream: UInt64(number))
    var listener = SimulatedListener(random: &random)
    let (slope, bias) = (random.normal(), random.normal())
    if self == .oursRandomSlope { listener.slope = Natural.exp(0.25 * slope) }
    if self == .oursBiased { listener.bias = 0.8 * bias }
    switch self {
    case .ours, .oursRandomSlope, .oursBiased: return Self.grid(.population, listener, &random)
    case .oursInTime: return Self.grid(.population, trials: 40, listener, &random)
    case .oursFlatPrior: return Self.grid(.flat, listener, &random)
    case .kazez: return Self.run(KazezProcedure(), listener, &random)
    case .twoDownOneUp: return Self.run(StaircaseProcedure(rule: .twoDownOneUp), listener, &random)
    case .threeDownOneUp:
      return Self.run(StaircaseProcedure(rule: .threeDownOneUp), listener, &random)
    case .weightedUpDown:
      return Self.run(StaircaseProcedure(rule: .weightedUpDown), listener, &random)
    case .psiMarginal: return Self.run(PsiMarginalProcedure(), trials: 80, listener, &random)
    case .profile: return PitchSimulation.run(.profile, deviation: 0.25, listener, &random)
    case .independentNotes:
      return PitchSimulation.run(.independent, deviation: 0.25, listener, &random)
    case .profileFlatSkill: return PitchSimulation.run(.profile, deviation: 0, listener, &random)
    case .singleFlatSkill: return PitchSimulation.run(.single, deviation: 0, listener, &random)
    case .beats, .beatsFlatSkill, .intervalWidth:
      return IntervalSimulation(listener: number, isBeats: self != .intervalWidth).run(
        deviation: self == .beatsFlatSkill ? 0 : 0.25, listener, &random)
    case .learner, .learnerFortyTrials, .learnerAllTime, .constant:
      return LearnerRun.run(
        learns: self != .constant, trialsPerDay: self == .learnerFortyTrials ? 40 : 20,
        drifts: self != .learnerAllTime, listener, &random)
    }
  }

  private static func grid(
    _ prior: ThresholdGrid.Prior, trials: Int = 80, _ listener: SimulatedListener,
    _ random: inout RandomSource
  ) -> ListenerRun {
    var procedure = GridProcedure(prior: prior)
    var run = ListenerRun.run(&procedure, trials: trials, listener, &random)
    run.bias = listener.bias
    run.estimatedBias = procedure.grid.bias
    return run
  }

  private static func run<Procedure: ComparisonProcedure>(
    _ procedure: Procedure, trials: Int = 120, _ listener: SimulatedListener,
    _ random: inout RandomSource
  ) -> ListenerRun {
    var procedure = procedure
    return ListenerRun.run(&procedure, trials: trials, listener, &random)
  }
}
