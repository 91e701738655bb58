/// An event that a ``ListeningSession`` handles. Player events carry the number of their cue, so
/// that late events about stopped stimuli are ignored.
package enum ListeningEvent: Equatable, Sendable {
  case start
  /// The first frame of a stimulus sounds.
  case began(cue: Int)
  /// A stimulus is over.
  case ended(cue: Int)
  /// The listener repeats a stimulus.
  case play(ListeningStimulus)
  /// The listener answers, at a time relative to the trial's first sound.
  case answer(ListeningAnswer, responseSeconds: Double)
  /// The listener stops, or the audio device has failed.
  case stop
}

/// An action that a ``ListeningSession`` requests. Effects are performed in order.
package enum ListeningEffect: Equatable, Sendable {
  /// A trial begins; the first has number 1.
  case begin(number: Int)
  /// Play a stimulus of the current trial after a silence, instead of the one that sounds.
  case play(cue: Int, ListeningStimulus, delaySeconds: Double)
  /// Show which stimulus sounds.
  case began(ListeningStimulus)
  /// Ask for an answer: every stimulus has sounded.
  case ask
  /// Tell that an answer counts only after all stimuli.
  case listenFirst
  case stopSound
  /// Store the answer.
  case completed(ListeningResponse)
  /// The test is over. Show its result.
  case finished
}
