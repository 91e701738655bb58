public import PeachEarTraining

/// A completed trial with its time and sound, as it is stored.
public struct TrialRecord: Hashable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  public var milliseconds: Int64
  /// A unique ID of 32 hexadecimal digits. Imports use it to detect trials that are already stored.
  public var identifier: String
  /// The local calendar day, in days since 1970-01-01.
  public var day: Int
  /// The identifier of the sound: `sine`, or `sf2:<file>:<bank>:<program>`.
  public var sound: String
  /// The trial. Its `question.sound` is not stored; ``SoundIndices`` assigns it.
  public var trial: CompletedTrial
  /// Whether the listener has withdrawn the answer, which then does not count.
  public var isWithdrawn = false
  /// The origin of the trial in a study, or `nil` if the user has trained.
  public var study: StudyContext?
  /// The session and the run of the program; `nil` in trials of earlier versions.
  public var origin: TrialOrigin?
  /// Whether the notes were played without an audio device, as in a rehearsal or a simulation. Such
  /// a trial counts for no result.
  public var isSilent = false

  /// Creates a record of a completed trial.
  public init(
    _ trial: CompletedTrial, sound: String, milliseconds: Int64, day: Int, identifier: String
  ) {
    self.milliseconds = milliseconds
    self.identifier = identifier
    self.day = day
    self.sound = sound
    self.trial = trial
  }

  /// Returns an identifier of 128 bits as hexadecimal digits.
  public static func identifier(_ high: UInt64, _ low: UInt64) -> String {
    [high, low].map { bits in
      let digits = String(bits, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}
