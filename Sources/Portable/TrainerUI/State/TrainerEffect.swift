package import PeachEarTraining
package import PeachMusicUnits
package import PeachTrialRecords

/// An action that a ``Trainer`` requests. Effects are performed in order.
package enum TrainerEffect: Equatable, Sendable {
  /// Schedule both notes in one call, the target after the reference and the gap. Send
  /// ``TrainerEvent/targetBegan(_:)`` and ``TrainerEvent/targetEnded(_:)``. Unisons use one sample.
  case playPair(
    TrainerCue, reference: TrialNote, target: TrialNote, gapSeconds: Double, isUnison: Bool)
  /// Schedule notes that sound together in one call. Send ``TrainerEvent/targetBegan(_:)`` with the
  /// onset of the note at `answerIndex`, and ``TrainerEvent/targetEnded(_:)``.
  case playNotes(TrainerCue, [TimedTrialNote], answerIndex: Int)
  /// Play notes until they are stopped, and ``playTarget(_:like:)`` with them.
  case playDrone([TrialNote])
  /// Play the note to match. Send ``TrainerEvent/referenceEnded(_:)``.
  case playReference(TrainerCue, TrialNote)
  /// Play the note to tune until it is stopped, with the sample of the reference `like`, if any.
  case playTarget(TrialNote, like: TrialNote?)
  case bend(Frequency)
  case stopNotes
  case preview(tag: String)
  /// Select a sound. Send ``TrainerEvent/compass(tag:_:)``.
  case chooseSound(tag: String)
  /// Measure the intonation of a sound. Send ``TrainerEvent/badge(tag:_:)``.
  case measure(tag: String)
  /// Determine whether chords of a sound have no beats of their own. Send
  /// ``TrainerEvent/steadiness(tag:_:)``.
  case checkSteadiness(tag: String)
  case store(CompletedTrial, sound: String)
  /// Store a trial of a study.
  case storeStudyTrial(CompletedTrial, sound: String, StudyContext)
  /// Store the last trial again, as withdrawn.
  case withdraw
  /// Read the stored trials from ``TrainerPreferences/countsSince`` on.
  case reloadHistory
  /// Send ``TrainerEvent/feedbackEnded(_:)`` after `seconds`.
  case showFeedback(TrainerCue, seconds: Double)
  case savePreferences(TrainerPreferences)
  case quit
}
