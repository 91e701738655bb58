public import PeachEarTraining

/// A completed trial with its time and sound, as it is stored.
public struct TrialRecord: Hashable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  public var milliseconds: Int
  /// A unique ID of 32 hexadecimal digits, by which an import detects trials that are stored already.
  public var identifier: String
  /// The local calendar day, in days since 1970-01-01.
  public var day: Int
  /// The identifier of the sound: `sine`, or `sf2:<file>:<bank>:<program>`.
  public var sound: String
  /// The trial. Its `question.sound` is not stored; ``SoundIndices`` assigns it.
  public var trial: CompletedTrial

  /// Creates a record of a completed trial.
  public init(
    _ trial: CompletedTrial, sound: String, milliseconds: Int, day: Int,
    identifier: String = TrialRecord.newIdentifier()
  ) {
    self.milliseconds = milliseconds
    self.identifier = identifier
    self.day = day
    self.sound = sound
    self.trial = trial
  }

  /// Returns 128 random bits as hexadecimal digits.
  public static func newIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
