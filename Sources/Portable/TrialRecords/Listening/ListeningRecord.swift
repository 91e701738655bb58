package import PeachEarTraining
import PeachMusicUnits

/// An answer of a listening test with its circumstances, as it is stored.
package struct ListeningRecord: Hashable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  package var milliseconds: Int64
  /// The test that the answer belongs to: 32 hexadecimal digits.
  package var session: String
  /// The number of the trial in its test, from 1.
  package var number: Int
  /// The number of trials that the test was to have.
  package var plannedCount: Int
  /// The identifier of the sound, such as `sf2:<file>:<bank>:<program>`.
  package var sound: String
  /// The duration of a note, or of the last chord of a cadence, in seconds.
  package var seconds: Double
  /// The version of Peach that rendered the stimuli.
  package var version: String
  /// Whether the stimuli were played without an audio device, as rehearsals are.
  package var isSilent: Bool
  /// The trial with its answer. The index of its sound is 0.
  package var response: ListeningResponse

  package init(
    _ response: ListeningResponse, session: String, number: Int, plannedCount: Int, sound: String,
    seconds: Double, version: String, milliseconds: Int64, isSilent: Bool = false
  ) {
    self.response = response
    self.response.trial.sound = 0
    self.session = session
    self.number = number
    self.plannedCount = plannedCount
    self.sound = sound
    self.seconds = seconds
    self.version = version
    self.milliseconds = milliseconds
    self.isSilent = isSilent
  }

  /// A unique identifier: the test and the number of the trial.
  package var identifier: String { "\(session) \(number)" }

  /// Whether the answer was right; `nil` for pairs.
  package var isCorrect: Bool? { response.isCorrect }
}
