public import PeachEarTraining

/// A completed trial as it is stored: what it was, when, and with which sound.
public struct TrialRecord: Hashable, Sendable {
  /// What kind of trial it was, with all that is known of it.
  public enum Trial: Hashable, Sendable {
    case comparison(ComparisonTrial)
    case matching(MatchingTrial)
  }

  /// Milliseconds since 1970, in coordinated universal time.
  public var milliseconds: Int
  /// 32 hexadecimal digits that no other trial has: by them an import knows what is there already.
  public var identifier: String
  /// The calendar day where it was trained, in days since 1970-01-01.
  public var day: Int
  /// The sound, as a setting stores it: `sine`, or `sf2:<file>:<bank>:<program>`.
  public var sound: String
  /// The trial. Its `question.sound` is a matter of this run; ``SoundIndices`` gives it.
  public var trial: Trial

  /// A trial that was completed at a time, with an identifier of its own.
  public init(
    _ trial: Trial, sound: String, milliseconds: Int, day: Int,
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

  /// What it was about.
  public var question: Question {
    switch trial {
    case .comparison(let trial): trial.answer.question
    case .matching(let trial): trial.question
    }
  }
}
