/// MIDI messages from the control thread, with the sample time at which to handle them.
struct TimedMIDI: BitwiseCopyable, @unchecked Sendable {
  // Sound: the control thread frees the bytes only when the audio thread has returned them.
  var time: Int64
  var bytes: UnsafeMutablePointer<UInt8>
  var count: Int
}

/// A priority queue of future messages with a fixed capacity. Audio thread only; allocates in
/// `init` only. Messages for the same frame keep the order in which they were added.
struct MIDISchedule: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var frame: Int
    var midi: TimedMIDI
  }

  /// Sorted by descending frame, so that removing the next message moves nothing.
  private let entries: UnsafeMutablePointer<Entry>
  private let capacity: Int
  private var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
  }

  deinit { entries.deallocate() }

  var nextFrame: Int { count == 0 ? Int.max : entries[count &- 1].frame }

  /// Adds messages; returns `false` if the schedule is full.
  mutating func add(_ midi: TimedMIDI, at frame: Int) -> Bool {
    guard count < capacity else { return false }
    var index = count
    while index > 0 && entries[index &- 1].frame <= frame {
      entries[index] = entries[index &- 1]
      index &-= 1
    }
    (entries + index).initialize(to: Entry(frame: frame, midi: midi))
    count &+= 1
    return true
  }

  mutating func next(atOrBefore frame: Int) -> TimedMIDI? {
    guard count > 0, entries[count &- 1].frame <= frame else { return nil }
    count &-= 1
    return entries[count].midi
  }
}
