package import PeachMusicUnits

/// An event that a ``Trainer`` handles.
package enum TrainerEvent: Equatable, Sendable {
  /// A key of the computer's keyboard was pressed.
  case key(TrainerKey)
  /// A control was used.
  case action(TrainerAction)
  /// A MIDI keyboard has sent a message.
  case midi(status: UInt8, first: UInt8, second: UInt8)
  /// The target of a comparison has started to play.
  case targetBegan(TrainerCue)
  /// The target has ended by itself.
  case targetEnded(TrainerCue)
  /// The reference of a matching has ended by itself.
  case referenceEnded(TrainerCue)
  /// The feedback was shown long enough.
  case feedbackEnded(TrainerCue)
  /// Audio output has failed, with a message.
  case soundFailed(String)
  /// The audio device cannot be opened.
  case deviceFailed(TrainerDeviceProblem)
  /// A message about a sound, such as its replacement by a sine.
  case note(String)
  /// The recordings of the selected sound are not straight. Its intervals are within `cents`.
  case inexactIntervals(cents: Double, reason: ToneVerdict)
  /// Trials cannot be stored, with a message, or `nil` if they can again.
  case storing(problem: String?)
  /// The intonation of the sound with this tag (``TrainerSound``) was rated; `nil` if it cannot be.
  case badge(tag: String, IntonationBadge?)
  /// Whether chords of a sound have no beats of their own was determined.
  case steadiness(tag: String, ToneSteadiness)
  /// The keys of a sound were determined; `nil` for all keys.
  case compass(tag: String, ClosedRange<UInt8>?)
  /// The program is about to be suspended.
  case suspended
}

/// The time of an event. The trainer has no clock.
package struct TrainerTimestamp: Hashable, Sendable {
  /// Monotonic time in seconds, since any origin.
  package var seconds: Double
  /// The calendar day, counted from any origin.
  package var day: Int
  /// The time of day in milliseconds since 1970-01-01, UTC.
  package var milliseconds: Int64

  package init(seconds: Double, day: Int, milliseconds: Int64 = 0) {
    (self.seconds, self.day, self.milliseconds) = (seconds, day, milliseconds)
  }
}

/// Identifies notes that the trainer has asked for, so that it ignores events of earlier ones.
package struct TrainerCue: Hashable, Sendable {
  /// The training session, counted from the start of the program.
  package var session: Int
  /// The request within the session.
  package var number: Int

  package init(session: Int, number: Int) { (self.session, self.number) = (session, number) }
}

/// The reason why an audio device cannot be opened.
package enum TrainerDeviceProblem: Equatable, Sendable {
  /// There is no audio device.
  case missing
  case inUse(String)
  case failed(String)
}
