import PeachEarTraining
import PeachTrialRecords

/// The last trial: its notes again, and its withdrawal.
extension Trainer {
  /// Whether the last answer can be withdrawn.
  package var canUndo: Bool {
    if undoPoint == nil { return false }
    if case .summary = screen { return true }
    return isTraining
  }
  /// Whether there is a pair to play again.
  package var canReview: Bool {
    lastTrial != nil && study == nil && !isPaused && isTraining
  }

  /// Plays the notes of the last trial again. The current trial is discarded.
  mutating func beginReview() -> [TrainerEffect] {
    guard canReview, let trial = lastTrial else { return [] }
    let effects = stopTrial()
    reviewCount += 1
    let review = Review(trial: trial)
    self.review = review
    let notes = review.notes
    var hasStopped = false
    for case .stopNotes in effects { hasStopped = true }
    let stopping = hasStopped ? effects : [.stopNotes]
    if trial.exercise.isChord {
      let chord = review.chord
      return stopping + [.playNotes(reviewCue, chord.notes, answerIndex: chord.answerIndex)]
    }
    return stopping + [
      .playPair(
        reviewCue, reference: notes.reference, target: notes.target, gapSeconds: notes.gapSeconds,
        isUnison: notes.isUnison)
    ]
  }

  /// Cues of reviews are negative, so that sessions ignore them.
  private var reviewCue: TrainerCue { TrainerCue(session: sessionCount, number: -reviewCount) }

  /// Handles an event of the notes that are played again. Returns whether it is one.
  mutating func reviews(_ event: TrainerEvent) -> Bool {
    switch event {
    case .targetBegan(reviewCue) where review != nil: review?.phase = .target
    case .targetEnded(reviewCue) where review != nil: review?.phase = .ended
    default: return false
    }
    return true
  }

  /// Begins the next trial.
  mutating func endReview(at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard review != nil else { return [] }
    review = nil
    return [.stopNotes] + startTrial(at: moment)
  }

  /// Withdraws the last answer from the procedures and from the results of the session. Its record
  /// is kept, with a mark.
  mutating func undo(at moment: TrainerTimestamp) -> [TrainerEffect] {
    guard let point = undoPoint, canUndo else { return [] }
    undoPoint = nil
    lastTrial = nil
    history = point.history
    var effects: [TrainerEffect] = []
    if case .summary(var summary) = screen {
      let seconds = summary.seconds
      summary = point.summary
      summary.seconds = seconds
      screen = .summary(summary)
      effects = [.withdraw]
    } else {
      summary = point.summary
      effects = compare(.undo) + match(.undo) + countBeats(.undo)
      if review != nil { effects += endReview(at: moment) }
    }
    note = texts[.undone]
    return effects
  }
}
