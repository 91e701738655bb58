/// The clicks of a metronome.
extension SongOutline {
  /// A click at a beat of the time signature's denominator.
  struct Click: Hashable, Sendable {
    var tick: Int64
    /// Whether the beat is the first of its bar.
    var isAccented: Bool
  }

  /// The maximum number of clicks: of damaged files with tiny beats, the rest is omitted.
  private static var clickLimit: Int { 1_000_000 }

  /// Returns the clicks of all beats before the end of the song; none in a file with time code.
  func clicks() -> [Click] {
    var clicks: [Click] = []
    for (index, bar) in meters.enumerated() {
      var end = min(bar.tick + bar.meter.ticksPerBar, endTick)
      if index + 1 < meters.count { end = min(end, meters[index + 1].tick) }
      var tick = bar.tick
      while tick < end {
        if clicks.count == Self.clickLimit { return clicks }
        clicks.append(Click(tick: tick, isAccented: tick == bar.tick))
        tick += bar.meter.ticksPerBeat
      }
    }
    return clicks
  }
}
