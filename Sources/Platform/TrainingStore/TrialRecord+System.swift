// What records of trials take from the system: identifiers and the time.

public import PeachEarTraining
import PeachPOSIX
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

extension TrainingTime {
  /// Returns the current time in the system's time zone.
  public static func now() -> TrainingTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    let localSeconds = Int(time.tv_sec) + Int(local.tm_gmtoff)
    let day = localSeconds >= 0 ? localSeconds / 86_400 : -((86_399 - localSeconds) / 86_400)
    return TrainingTime(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000, day: day)
  }
}
