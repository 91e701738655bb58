public import PeachEarTraining
public import PeachMusicUnits

/// What a ``Trainer`` wants done, in order.
public enum TrainerEffect: Equatable, Sendable {
  /// Both notes to the audio clock in one message, the second when the first and the gap are over.
  /// Reports are wanted of the target's beginning and end. Unisons sound from one recording.
  case playPair(
    TrainerCue, reference: TrialNote, target: TrialNote, gapSeconds: Double, isUnison: Bool)
  /// The note to match; a report is wanted when it is over.
  case playReference(TrainerCue, TrialNote)
  /// The note that is tuned sounds until it is stopped; from the recording of the reference, where one
  /// is given.
  case playTarget(TrialNote, like: TrialNote?)
  /// The note that is tuned moves here.
  case bend(Frequency)
  /// Whatever sounds is to stop.
  case stopNotes
  /// A note to hear how a sound is.
  case preview(tag: String)
  /// The sound of all notes from now on.
  case chooseSound(tag: String)
  /// How well in tune a sound is, is to be found out.
  case measure(tag: String)
  /// Store a trial that was played with a sound, now.
  case store(CompletedTrial, sound: String)
  /// A report is wanted after so many seconds.
  case showFeedback(TrainerCue, seconds: Double)
  /// To be stored.
  case savePreferences(TrainerPreferences)
  /// The end.
  case quit
}
