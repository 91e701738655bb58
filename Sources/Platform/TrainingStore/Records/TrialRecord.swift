public import PeachEarTraining

/// A completed trial as it is stored: what it was, when, and with which sound.
public struct TrialRecord: Hashable, Sendable {
  /// Milliseconds since 1970, in coordinated universal time.
  public var milliseconds: Int
  /// 32 hexadecimal digits that no other trial has: by them an import knows what is there already.
  public var identifier: String
  /// The calendar day where it was trained, in days since 1970-01-01.
  public var day: Int
  /// The sound, as a setting stores it: `sine`, or `sf2:<file>:<bank>:<program>`.
  public var sound: String
  /// The trial. Its `question.sound` is a matter of this run; ``SoundIndices`` gives it.
  public var trial: CompletedTrial

  /// A trial that was completed at a time, with an identifier of its own.
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

  /// 128 random bits as hexadecimal digits.
  public static func newIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
