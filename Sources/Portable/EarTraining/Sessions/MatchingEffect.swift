public import PeachMusicUnits

/// What a ``MatchingSession`` wants done, in order.
public enum MatchingEffect: Equatable, Sendable {
  /// The reference is to sound.
  case playReference(cue: Int, TrialNote)
  /// The note that is tuned is to sound until it is stopped.
  case playTarget(TrialNote)
  /// The note that is tuned moves here.
  case bend(Frequency)
  /// Whatever sounds is to stop.
  case stopNotes
  /// The trial is complete: to be stored at once.
  case completed(MatchingTrial)
  /// Show how far off it was, and report when that was seen for so many seconds.
  case showFeedback(cue: Int, offsetCents: Double, seconds: Double)
}
