import PeachMusicUnits

/// Converts ticks to seconds and back without drift. Times are integers in units of a microsecond
/// divided by the ticks per quarter note: at any tempo a tick is an integral number of units.
package struct TempoMap: Hashable, Sendable {
  struct Change: Hashable, Sendable {
    let tick: Int64
    /// 1…16,777,215; changes to 0 are ignored.
    let microsecondsPerQuarterNote: UInt32
  }

  private struct Segment: Hashable {
    let tick: Int64
    let units: Int64
    let unitsPerTick: Int64
  }

  /// 120 quarter notes per minute, without a tempo event (Standard MIDI Files 1.0, Tempo).
  package static var defaultTempo: UInt32 { 500_000 }

  private let unitsPerSecond: Int64
  private let segments: [Segment]

  /// Creates a map. Tempo changes may be in any order; of several at one tick the last applies.
  /// They are ignored if the division is a time code.
  init(division: TimeDivision, changes: [Change]) {
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
    var segments = [Segment(tick: 0, units: 0, unitsPerTick: Int64(defaultTempo))]
    for change in changes.sorted(byKey: { SortKey($0.tick) }) {
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

  /// Returns the time of a tick, which is clamped to 0…`MIDIFile.largestTick`.
  package func time(atTick tick: Int64) -> ExactSeconds {
    let tick = min(max(tick, 0), MIDIFile.largestTick)
    // The first segment starts at 0.
    let index = Self.last(in: Int64(segments.count)) { segments[Int($0)].tick <= tick }
    let segment = segments[Int(index)]
    return ExactSeconds(
      units: segment.units + (tick - segment.tick) * segment.unitsPerTick,
      unitsPerSecond: unitsPerSecond)
  }

  /// Returns the tempo at a tick, in quarter notes per minute; `nil` in a file with time code.
  package func quarterNotesPerMinute(atTick tick: Int64) -> Double? {
    // A time code has a single segment, whose units are no microseconds.
    guard unitsPerSecond >= 1_000_000 else { return nil }
    let index = Self.last(in: Int64(segments.count)) { segments[Int($0)].tick <= tick }
    return 60e6 / Double(segments[Int(index)].unitsPerTick)
  }

  /// Returns the last tick at or before a time; 0 for negative times.
  package func tick(atSeconds seconds: Double) -> Int64 {
    Self.last(in: MIDIFile.largestTick + 1) { time(atTick: $0).seconds <= seconds }
  }

  /// Returns the last tick at or before a frame; 0 for negative frames.
  package func tick(atFrame frame: Int64, sampleRate: Int) -> Int64 {
    Self.last(in: MIDIFile.largestTick + 1) {
      time(atTick: $0).frame(sampleRate: sampleRate) <= frame
    }
  }

  /// Returns the last integer below `end` that satisfies `holds`, or else 0, by binary search.
  private static func last(in end: Int64, where holds: (Int64) -> Bool) -> Int64 {
    var (low, high) = (Int64(0), end)
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
