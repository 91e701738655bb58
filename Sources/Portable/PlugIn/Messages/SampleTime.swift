/// Times of MIDI events, in frames of a unit's or host's clock.
public enum SampleTime {
  /// The next block, as Apple's `AUEventSampleTimeImmediate`. Add up to 4,095 for an offset into
  /// the block.
  public static let immediate: Int64 = -1 << 32

  /// Returns the offset of a time from the start of a block, at least 0. Wait-free.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public static func offset(of time: Int64, from start: Int64) -> Int {
    if time >= immediate && time < immediate &+ 4096 { return Int(time &- immediate) }
    guard time > start else { return 0 }
    let (offset, overflows) = time.subtractingReportingOverflow(start)
    return overflows ? Int.max : Int(clamping: offset)
  }
}
