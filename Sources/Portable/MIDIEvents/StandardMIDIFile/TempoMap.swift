/// Converts ticks to seconds and back, exactly and without drift.
///
/// Times are integers in units of a microsecond divided by the ticks per quarter note: at any tempo
/// a tick is an integral number of units.
///
/// ```swift
/// let map = TempoMap(
///   division: .ticksPerQuarterNote(96), changes: [.init(tick: 0, microsecondsPerQuarterNote: 600_000)])
/// map.time(atTick: 96).seconds  // 0.6
/// ```
package struct TempoMap: Hashable, Sendable {
  /// A tempo change.
  package struct Change: Hashable, Sendable {
    /// The tick of the change.
    package let tick: Int64
    /// The duration of a quarter note, 1…16,777,215 µs; changes to 0 are ignored.
    package let microsecondsPerQuarterNote: UInt32

    /// Creates a tempo change.
    package init(tick: Int64, microsecondsPerQuarterNote: UInt32) {
      self.tick = tick
      self.microsecondsPerQuarterNote = microsecondsPerQuarterNote
    }
  }

  private struct Segment: Hashable {
    let tick: Int64
    let units: Int64
    let unitsPerTick: Int64
  }

  /// The tempo without a tempo event: 120 quarter notes per minute (Standard MIDI Files 1.0,
  /// Tempo).
  package static var defaultTempo: UInt32 { 500_000 }

  private let unitsPerSecond: Int64
  private let segments: [Segment]

  /// Creates a map. Tempo changes may be in any order; of several at one tick the last applies.
  /// They are ignored if the division is a time code.
  package init(division: TimeDivision, changes: [Change]) {
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
    let order = changes.indices.sorted { (changes[$0].tick, $0) < (changes[$1].tick, $1) }
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

  /// Returns the time of a tick, which is clamped to 0…``MIDIFile/largestTick``.
  package func time(atTick tick: Int64) -> ExactSeconds {
    let tick = min(max(tick, 0), MIDIFile.largestTick)
    // Find the last segment that starts at or before the tick; the first starts at 0.
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

  /// Returns the last tick at or before a time, the inverse of ``time(atTick:)``; 0 for negative
  /// times.
  package func tick(atSeconds seconds: Double) -> Int64 {
    lastTick { time(atTick: $0).seconds <= seconds }
  }

  /// Returns the last tick at or before a frame; 0 for negative frames.
  package func tick(atFrame frame: Int64, sampleRate: Int) -> Int64 {
    lastTick { time(atTick: $0).frame(sampleRate: sampleRate) <= frame }
  }

  /// Returns the last tick that satisfies `holds`, by binary search.
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
