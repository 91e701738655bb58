import PeachEarTraining
import PeachMusicUnits

/// A simulation of a listener who trains an interval whose notes sound together, across the
/// keyboard. The threshold of beats is a number of beats during the interval, the same for all keys
/// or varying around it: the cents that it takes differ from key to key by a factor of 16. That of
/// an interval's direction is in cents.
struct IntervalSimulation {
  private let interval: MusicalInterval
  private let isBeats: Bool
  private var beats = BeatProcedure()

  /// The intervals and their durations in seconds, which change from listener to listener.
  private static var semitones: [Int] { [3, 4, 5, 7, 8, 9, 12, -7] }
  private static var durations: [Double] { [1, 2, 4] }

  init(listener number: Int, isBeats: Bool) {
    self.isBeats = isBeats
    interval =
      MusicalInterval(semitones: Self.semitones[number % Self.semitones.count]) ?? .unison
    beats.noteSeconds = Self.durations[number / Self.semitones.count % Self.durations.count]
  }

  /// Returns the root mean square error of the log threshold over all keys at each checkpoint of
  /// ``PitchSimulation``. A threshold of 11 cents of the listener is half a beat.
  func run(
    deviation: Double, _ listener: SimulatedListener, _ random: inout RandomSource
  ) -> ListenerRun {
    let added = PitchSimulation.curve(deviation: deviation, random: &random)
    // The threshold of a key in cents, relative to the listener's.
    let shifts = added.enumerated().map { index, added in
      isBeats ? added - Natural.log(beats.unitsPerCent(question(index))) : added
    }
    if isBeats {
      var procedure = beats
      return run(&procedure, shifts, listener, &random)
    }
    var procedure = ProfileProcedure()
    return run(&procedure, shifts, listener, &random)
  }

  private func question(_ index: Int) -> TrialQuestion {
    TrialQuestion(noteNumber: Double(PitchSimulation.firstKey + index), interval: interval)
  }

  private func run<Procedure: ComparisonProcedure>(
    _ procedure: inout Procedure, _ shifts: [Double], _ listener: SimulatedListener,
    _ random: inout RandomSource
  ) -> ListenerRun {
    var run = ListenerRun(thresholdCents: Natural.exp(listener.logThreshold))
    procedure.beginDay(0)
    for trial in 1...(PitchSimulation.checkpoints.last ?? 1) {
      let index = random.index(below: shifts.count)
      let answer = listener.answer(
        question(index), by: &procedure, added: shifts[index], random: &random)
      run.isRight.append(answer.isRight)
      guard PitchSimulation.checkpoints.contains(trial) else { continue }
      var sum = 0.0
      for index in shifts.indices {
        let truth = listener.logThreshold + shifts[index]
        let error = procedure.threshold(for: question(index)).logarithm - truth
        sum += error * error
      }
      run.errors.append((sum / Double(shifts.count)).squareRoot())
    }
    return run
  }
}
