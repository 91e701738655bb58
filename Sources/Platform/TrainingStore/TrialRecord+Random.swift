public import PeachEarTraining
public import PeachTrialRecords

extension TrialRecord {
  /// Creates a record of a completed trial with a random identifier.
  public init(_ trial: CompletedTrial, sound: String, milliseconds: Int64, day: Int) {
    self.init(
      trial, sound: sound, milliseconds: milliseconds, day: day, identifier: Self.newIdentifier())
  }

  /// Returns 128 random bits as hexadecimal digits.
  public static func newIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return identifier(random.next(), random.next())
  }
}
