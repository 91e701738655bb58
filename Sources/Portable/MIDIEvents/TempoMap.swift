/// Ticks to seconds and back, exactly: whole numbers inside, no drift however long a piece is.
///
/// A unit is a microsecond divided by the ticks of a quarter note, so that each tick is a whole
/// number of them at any tempo.
///
/// ```swift
/// let map = TempoMap(
///   division: .ticksPerQuarterNote(96), changes: [.init(tick: 0, microsecondsPerQuarterNote: 600_000)])
/// map.time(atTick: 96).seconds  // 0.6
/// ```
public struct TempoMap: Hashable, Sendable {
  /// From a tick on, a quarter note lasts so long.
  public struct Change: Hashable, Sendable {
    /// Where it begins to hold.
    public let tick: Int64
    /// 1…16,777,215; changes to 0 are not obeyed.
    public let microsecondsPerQuarterNote: UInt32

    /// From `tick` on, a quarter note lasts so long.
    public init(tick: Int64, microsecondsPerQuarterNote: UInt32) {
      self.tick = tick
      self.microsecondsPerQuarterNote = microsecondsPerQuarterNote
    }
  }

  private struct Segment: Hashable {
    let tick: Int64
    let units: Int64
    let unitsPerTick: Int64
  }

  /// 120 quarter notes in a minute, where a file says nothing (Standard MIDI Files 1.0, Tempo).
  public static var defaultTempo: UInt32 { 500_000 }

  private let unitsPerSecond: Int64
  private let segments: [Segment]

  /// The map of a division and of tempo changes in any order; of several at a tick the last holds.
  /// Ticks are 0…``MIDIFile/largestTick``. With time code, changes mean nothing.
  public init(division: TimeDivision, changes: [Change]) {
    switch division {
    case .timeCode(let rate, let ticksPerFrame):
      let (frames, seconds) = rate.framesAndSeconds
      unitsPerSecond = frames * Int64(ticksPerFrame)
      segments = [Segment(tick: 0, units: 0, unitsPerTick: seconds)]
    case .ticksPerQuarterNote(let ticks):
      unitsPerSecond = Int64(ticks) * 1_000_000
      segments = TempoMap.segments(changes)
    }
  }

  private static func segments(_ changes: [Change]) -> [Segment] {
    let order = changes.indices.sorted {
      (changes[$0].tick, $0) < (changes[$1].tick, $1)
    }
    var segments = [Segment(tick: 0, units: 0, unitsPerTick: Int64(defaultTempo))]
    for index in order {
      let change = changes[index]
      guard change.microsecondsPerQuarterNote > 0 else { continue }
      let tick = min(max(change.tick, 0), MIDIFile.largestTick)
      let last = segments[segments.count - 1]
      if tick == last.tick { segments.removeLast() }
      segments.append(
        Segment(
          tick: tick, units: last.units + (tick - last.tick) * last.unitsPerTick,
          unitsPerTick: Int64(min(change.microsecondsPerQuarterNote, 0xFF_FFFF))))
    }
    return segments
  }

  /// When a tick is. Ticks beyond 0…``MIDIFile/largestTick`` count as the nearest of them.
  public func time(atTick tick: Int64) -> ExactSeconds {
    let tick = min(max(tick, 0), MIDIFile.largestTick)
    // The last segment that begins at or before the tick; the first begins at 0.
    var low = 0
    var high = segments.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if segments[middle].tick <= tick { low = middle } else { high = middle }
    }
    let segment = segments[low]
    return ExactSeconds(
      units: segment.units + (tick - segment.tick) * segment.unitsPerTick,
      unitsPerSecond: unitsPerSecond)
  }

  /// The last tick whose time is at or before `seconds`: the inverse of ``time(atTick:)``.
  ///
  /// `tick(atSeconds: time(atTick: tick).seconds)` is `tick`; 0 for times before the beginning.
  public func tick(atSeconds seconds: Double) -> Int64 {
    lastTick { time(atTick: $0).seconds <= seconds }
  }

  /// The last tick that falls on `frame` or before it, at `sampleRate` frames a second; 0 for
  /// frames before the beginning.
  public func tick(atFrame frame: Int64, sampleRate: Int) -> Int64 {
    lastTick { time(atTick: $0).frame(sampleRate: sampleRate) <= frame }
  }

  /// The last tick for which `holds`, which is true up to some tick and false from there on.
  private func lastTick(where holds: (Int64) -> Bool) -> Int64 {
    var low: Int64 = 0
    var high = MIDIFile.largestTick + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
