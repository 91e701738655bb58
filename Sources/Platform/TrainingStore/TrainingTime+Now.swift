import PeachPOSIX
public import PeachTrialRecords

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
