import PeachPOSIX

/// A time with the local calendar day.
public struct TrainingTime: Hashable, Sendable {
  /// Milliseconds since 1970-01-01 UTC.
  public var milliseconds: Int
  /// The day in local time, in days since 1970-01-01.
  public var day: Int

  /// Creates a time on a day.
  public init(milliseconds: Int, day: Int) {
    self.milliseconds = milliseconds
    self.day = day
  }

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
      milliseconds: Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000, day: day)
  }
}
