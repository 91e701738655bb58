import PeachMusicUnits

/// Writes the events of another format as a Standard MIDI File of format 1. A second has an exact
/// number of ticks.
struct SongBuilder {
  private struct Entry {
    let tick: Int64
    /// Note-offs precede the other events of their tick.
    let rank: Int
    let offset: Int
    var count: Int
  }

  /// The maximum delta time of a Standard MIDI File: four groups of 7 bits.
  private static let largestDelta: Int64 = (1 << 28) - 1

  private let ticksPerSecond: Int
  private var finished: [[UInt8]] = []
  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  /// The time of the next event of the present track.
  var tick: Int64 = 0

  /// - Parameter ticksPerSecond: 1 through 32,767.
  init(ticksPerSecond: Int) { self.ticksPerSecond = ticksPerSecond }

  /// The number of events of the present track.
  var eventCount: Int { entries.count }

  /// Adds an event at the present tick.
  mutating func add(_ event: [UInt8]) { add(event, at: tick, rank: 1) }

  /// Adds a note-on, and its note-off after a number of ticks, at least one.
  mutating func addNote(channel: UInt8, key: UInt8, velocity: UInt8, duration: Int64) {
    add([0x90 | channel, key, velocity])
    add([0x80 | channel, key, 64], at: tick + max(duration, 1), rank: 0)
  }

  /// Adds a note-off.
  mutating func addNoteOff(channel: UInt8, key: UInt8) {
    add([0x80 | channel, key, 64], at: tick, rank: 0)
  }

  /// Adds a meta-event.
  mutating func addMeta(_ type: UInt8, _ content: some Collection<UInt8>) {
    add([0xFF, type] + Self.quantity(Int64(content.count)) + content)
  }

  /// Adds a System Exclusive message, without F0.
  mutating func addExclusive(_ content: some Collection<UInt8>) {
    add([0xF0] + Self.quantity(Int64(content.count)) + content)
  }

  /// Removes an event of the present track, by the number of events before it.
  mutating func removeEvent(at index: Int) { entries[index].count = 0 }

  private mutating func add(_ event: [UInt8], at tick: Int64, rank: Int) {
    entries.append(Entry(tick: tick, rank: rank, offset: bytes.count, count: event.count))
    bytes += event
  }

  /// Ends the track at the present tick, or after its last event.
  mutating func endTrack() {
    var track: [UInt8] = []
    if finished.isEmpty {
      // An even number of ticks is two quarter notes of the default tempo.
      let tempo = ticksPerSecond % 2 == 0 ? 500_000 : 1_000_000
      track = [0, 0xFF, 0x51, 3] + Self.big(tempo, 3)
    }
    var last: Int64 = 0
    for entry in entries.sorted(byKey: { SortKey($0.tick, $0.rank) }) where entry.count > 0 {
      Self.append(delta: entry.tick - last, to: &track)
      track += bytes[entry.offset..<entry.offset + entry.count]
      last = entry.tick
    }
    Self.append(delta: max(tick - last, 0), to: &track)
    track += [0xFF, 0x2F, 0]
    finished.append(track)
    (entries, bytes, tick) = ([], [], 0)
  }

  /// The file with the tracks that were ended.
  var file: [UInt8] {
    let division = ticksPerSecond % 2 == 0 ? ticksPerSecond / 2 : ticksPerSecond
    var file = Array("MThd".utf8) + Self.big(6, 4) + Self.big(1, 2)
    file += Self.big(min(finished.count, 65_535), 2) + Self.big(division, 2)
    for track in finished { file += Array("MTrk".utf8) + Self.big(track.count, 4) + track }
    return file
  }

  /// Adds a delta time, in several empty texts if it is too long for one.
  private static func append(delta: Int64, to track: inout [UInt8]) {
    var rest = delta
    while rest > largestDelta {
      track += quantity(largestDelta) + [0xFF, 1, 0]
      rest -= largestDelta
    }
    track += quantity(rest)
  }

  private static func quantity(_ value: Int64) -> [UInt8] {
    var bytes = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes.reversed()
  }

  private static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }
}
