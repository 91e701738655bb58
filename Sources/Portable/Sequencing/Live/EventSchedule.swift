import PeachSynthesis

/// A priority queue of future events with a fixed capacity. Audio thread only; allocates in `init`
/// only. Events for the same frame keep the order in which they were added.
struct EventSchedule: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var frame: Int
    var batch: UInt64
    var event: SynthesizerEvent
  }

  /// Sorted by descending frame, so that removing the next event moves nothing.
  private let entries: UnsafeMutablePointer<Entry>
  private let capacity: Int
  private var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
  }

  deinit { entries.deallocate() }

  var nextFrame: Int { count == 0 ? Int.max : entries[count &- 1].frame }

  /// Adds an event; returns `false` if the schedule is full.
  mutating func add(_ event: SynthesizerEvent, at frame: Int, batch: UInt64) -> Bool {
    guard count < capacity else { return false }
    var index = count
    while index > 0 && entries[index &- 1].frame <= frame {
      entries[index] = entries[index &- 1]
      index &-= 1
    }
    (entries + index).initialize(to: Entry(frame: frame, batch: batch, event: event))
    count &+= 1
    return true
  }

  mutating func next(atOrBefore frame: Int) -> SynthesizerEvent? {
    guard count > 0, entries[count &- 1].frame <= frame else { return nil }
    count &-= 1
    return entries[count].event
  }

  mutating func remove(batch: UInt64) {
    var remaining = 0
    for index in 0..<count where entries[index].batch != batch {
      entries[remaining] = entries[index]
      remaining &+= 1
    }
    count = remaining
  }
}
