package import PeachEarTraining
import PeachMusicUnits
import PeachTrialRecords

extension Trainer {
  package var comparisonState: ComparisonState? { comparison?.state }
  package var matchingState: MatchingState? { matching?.state }
  package var beatState: BeatState? { beats?.state }
  var lastComparison: ComparisonTrial? {
    if case .comparison(let trial)? = lastTrial { trial } else { nil }
  }

  /// - Parameter withoutUnisons: Asks for the selected intervals only, or for fifths.
  mutating func beginComparison(
    at moment: TrainerTimestamp, withoutUnisons: Bool = false
  ) -> [TrainerEffect] {
    begin(.comparison, on: .comparison, at: moment)
    if withoutUnisons {
      let intervals = preferences.settings.intervals.filter { $0 != .unison }
      comparison?.settings.intervals = intervals.isEmpty ? [.fifth] : intervals
    }
    return compare(.start(day: moment.day))
  }

  mutating func beginMatching(
    _ exercise: TrainingExercise, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    begin(exercise, on: .matching, at: moment)
    return match(.start(day: moment.day))
  }

  /// Whether a session has begun.
  var isTraining: Bool { comparison != nil || matching != nil || beats != nil }

  /// Creates the session of an exercise.
  mutating func begin(
    _ exercise: TrainingExercise, on screen: TrainerScreen, at moment: TrainerTimestamp
  ) {
    (self.screen, self.exercise) = (screen, exercise)
    let seed = random.next()
    switch exercise {
    case .comparison, .purity, .width:
      comparison = ComparisonSession(procedure: selected, seed: seed)
    case .matching, .drone, .triad: matching = MatchingSession(procedure: selected, seed: seed)
    case .beats:
      beats = BeatSession(seed: seed)
    }
    sessionCount += 1
    isPaused = false
    review = nil
    lastTrial = nil
    undoPoint = nil
    summary = SessionSummary(exercise: exercise, threshold: threshold)
    activeSince = moment.seconds
    var settings = preferences.settings
    settings.sound = history.sounds.index(of: preferences.sound)
    settings.compass = sound.compass
    if exercise.isChord { settings = settings.prepared(for: exercise) }
    comparison?.settings = settings
    matching?.settings = settings
    beats?.settings = settings
  }

  /// The threshold of the exercise by all comparisons, in cents; of ``TrainingExercise/purity``, in
  /// beats. `nil` without any, because there is only a prior.
  var threshold: ThresholdEstimate? {
    let chords = history.chords
    if exercise == .purity { return chords.purityCount > 0 ? chords.purity.level : nil }
    if exercise == .width {
      return chords.widthCount > 0 ? chords.width.profile.level.estimate : nil
    }
    return history.comparisonCount > 0 ? history.profile.profile.level.estimate : nil
  }

  var selected: SelectedProcedure {
    if exercise == .purity { return selectedForPurity }
    if exercise == .width { return selectedForWidth }
    return SelectedProcedure(
      profile: history.profile, kazez: history.kazez, isKazez: preferences.procedure == .kazez)
  }

  /// Discards the current trial and ends the session.
  mutating func endTraining() -> [TrainerEffect] {
    let effects = stopTrial() + (review == nil ? [] : [.stopNotes])
    (comparison, matching, beats) = (nil, nil, nil)
    review = nil
    summary = nil
    isPaused = false
    sessionCount += 1
    return effects
  }

  /// Begins the next trial of the session.
  mutating func startTrial(at moment: TrainerTimestamp) -> [TrainerEffect] {
    compare(.start(day: moment.day)) + match(.start(day: moment.day)) + countBeats(.start)
  }

  /// Discards the current trial.
  mutating func stopTrial() -> [TrainerEffect] { compare(.stop) + match(.stop) + countBeats(.stop) }

  /// Ends the session and shows its results, or the menu if there are none.
  mutating func finishTraining(at moment: TrainerTimestamp) -> [TrainerEffect] {
    var results = summary
    results?.seconds = elapsedSeconds(at: moment)
    let row = homeRow
    let effects = endTraining()
    if let results, results.trialCount > 0 {
      screen = .summary(results)
    } else {
      screen = .home(row: row)
    }
    return effects
  }

  /// Returns the duration of the session without pauses.
  private func elapsedSeconds(at moment: TrainerTimestamp) -> Double {
    (summary?.seconds ?? 0) + (isPaused ? 0 : max(moment.seconds - activeSince, 0))
  }

  mutating func pause(at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard isTraining, !isPaused else { return [] }
    let seconds = elapsedSeconds(at: moment)
    summary?.seconds = seconds
    isPaused = true
    let isReviewing = review != nil
    review = nil
    return stopTrial() + (isReviewing ? [.stopNotes] : [])
  }

  mutating func resume(at moment: TrainerTimestamp) -> [TrainerEffect] {
    isPaused = false
    activeSince = moment.seconds
    (soundProblem, deviceProblem) = ("", nil)
    if study != nil, let effects = endBlock() { return effects }
    return startTrial(at: moment)
  }

  /// Whether the result of the last answer is shown, which a key ends early.
  package var isResultShown: Bool {
    if isPaused || review != nil { return false }
    if case .feedback? = comparison?.state { return true }
    if case .feedback? = matching?.state { return true }
    if case .feedback? = beats?.state { return true }
    return false
  }

  /// The cue of the current trial.
  private var cueNumber: Int? { comparison?.cue ?? matching?.cue ?? beats?.cue }

  /// Handles the end of the time for which a result is shown, unless a key has ended it before.
  mutating func endFeedback(
    of cue: TrainerCue, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    cue.number == cueNumber ? endFeedback(at: moment) : []
  }

  /// Begins the next trial, or ends the session if it is long enough. Does nothing unless a result
  /// is shown.
  mutating func endFeedback(at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard isResultShown, let cue = cueNumber else { return [] }
    if study != nil { return endBlock() ?? compare(.feedbackEnded(cue: cue)) }
    let (count, seconds) = (summary?.trialCount ?? 0, elapsedSeconds(at: moment))
    if preferences.length.isReached(trials: count, seconds: seconds) {
      return finishTraining(at: moment)
    }
    return compare(.feedbackEnded(cue: cue)) + match(.feedbackEnded(cue: cue))
      + countBeats(.feedbackEnded(cue: cue))
  }

  mutating func answer(
    _ direction: PitchDirection, at moment: TrainerTimestamp
  ) -> [TrainerEffect] {
    compare(.answer(direction, responseSeconds: moment.seconds - beganSeconds))
  }

  mutating func tune(by cents: Double, at moment: TrainerTimestamp) -> [TrainerEffect] {
    let effects = match(.adjust(cents: cents))
    for case .playTarget in effects { beganSeconds = moment.seconds }
    return effects
  }
}
