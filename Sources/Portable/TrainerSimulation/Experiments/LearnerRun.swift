import PeachEarTraining

/// A simulation over days of a listener whose threshold may fall from 20 to 6 cents.
enum LearnerRun {
  static var dayCount: Int { 40 }

  /// Returns the log threshold of a learner on a day. It approaches 6 cents exponentially, with a
  /// half-life of a week.
  static func learnerLogThreshold(day: Int) -> Double {
    Natural.log(6 + 14 * Natural.exp(-0.1 * Double(day)))
  }

  /// Returns the error of the threshold and the trend at the end of each day.
  static func run(
    learns: Bool, trialsPerDay: Int, drifts: Bool, _ listener: SimulatedListener,
    _ random: inout RandomSource
  ) -> ListenerRun {
    var listener = listener
    var procedure = GridProcedure(drifts: drifts)
    let question = TrialQuestion(noteNumber: 60)
    var run = ListenerRun(thresholdCents: Natural.exp(listener.logThreshold))
    for day in 0..<dayCount {
      if learns { listener.logThreshold = learnerLogThreshold(day: day) }
      procedure.beginDay(day)
      for _ in 0..<trialsPerDay {
        _ = listener.answer(question, by: &procedure, random: &random)
      }
      run.errors.append(procedure.grid.level.mean - listener.logThreshold)
      run.trends.append(procedure.history.trend.label)
    }
    return run
  }
}
