/// Detects that a system has stopped to request frames.
struct StallDetector: Sendable {
  /// The time without progress after which a device is stalled.
  let limit: Duration
  private var frames: Int64 = -1
  private var since = ContinuousClock.now

  init(limit: Duration) { self.limit = limit }

  /// Begins to measure the time without progress.
  mutating func restart() {
    frames = -1
    since = .now
  }

  /// Returns whether the number of rendered frames has not changed for longer than the limit.
  mutating func isStalled(at rendered: Int64) -> Bool {
    if rendered != frames {
      frames = rendered
      since = .now
      return false
    }
    return ContinuousClock.now - since > limit
  }
}
