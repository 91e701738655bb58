import PeachSynthesis

/// Events that wait for their frame: a fixed table in the order of frames.
///
/// Of two at the same frame the one added first comes first. The audio thread's own; nothing
/// allocates after `init`.
struct EventSchedule: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var frame: Int
    var batch: UInt64
    var event: SynthesizerEvent
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let capacity: Int
  private var count = 0

  /// A schedule for at most `capacity` events.
  init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
  }

  deinit { entries.deallocate() }

  /// The frame of the next event; far away where there is none.
  var nextFrame: Int { count == 0 ? Int.max : entries[count &- 1].frame }

  /// Adds an event; false where there is no room.
  mutating func add(_ event: SynthesizerEvent, at frame: Int, batch: UInt64) -> Bool {
    guard count < capacity else { return false }
    // The next one lies last, so that taking it moves nothing.
    var place = count
    while place > 0 && entries[place &- 1].frame <= frame {
      entries[place] = entries[place &- 1]
      place &-= 1
    }
    (entries + place).initialize(to: Entry(frame: frame, batch: batch, event: event))
    count &+= 1
    return true
  }

  /// Takes out the next event that is due at `frame`, or was.
  mutating func next(atOrBefore frame: Int) -> SynthesizerEvent? {
    guard count > 0, entries[count &- 1].frame <= frame else { return nil }
    count &-= 1
    return entries[count].event
  }

  /// Takes out all events of a batch.
  mutating func remove(batch: UInt64) {
    var kept = 0
    for index in 0..<count where entries[index].batch != batch {
      entries[kept] = entries[index]
      kept &+= 1
    }
    count = kept
  }
}
