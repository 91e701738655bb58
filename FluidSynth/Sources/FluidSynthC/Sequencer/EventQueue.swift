/// Events in the order of their ticks, then of their insertion: a binary heap.
struct EventQueue {
  /// An event at a tick.
  struct Entry {
    var tick: UInt32
    fileprivate var order: UInt64
    var event: SequencerEvent
  }

  /// Each entry precedes those at twice its index plus 1 and 2.
  private var entries: [Entry] = []
  private var lastOrder: UInt64 = 0

  /// The number of events that an audio thread can add without allocating.
  static var spareCapacity: Int { 256 }

  init() { entries.reserveCapacity(2 * Self.spareCapacity) }

  /// The next event. O(1).
  var next: Entry? { entries.first }

  /// Allocates, so that events can be added without allocating. Amortized O(1).
  mutating func reserveSpare() {
    guard entries.capacity - entries.count < Self.spareCapacity else { return }
    entries.reserveCapacity(2 * entries.count + Self.spareCapacity)
  }

  /// Adds an event. O(log n).
  mutating func add(_ event: SequencerEvent, at tick: UInt32) {
    lastOrder += 1
    entries.append(Entry(tick: tick, order: lastOrder, event: event))
    siftUp(from: entries.count - 1)
  }

  /// Removes and returns the next event. O(log n).
  mutating func popNext() -> Entry? {
    guard let last = entries.popLast() else { return nil }
    guard let first = entries.first else { return last }
    entries[0] = last
    siftDown(from: 0)
    return first
  }

  /// Removes the events for which `matches` returns `true`. O(n).
  mutating func removeAll(where matches: (SequencerEvent) -> Bool) {
    entries.removeAll { matches($0.event) }
    for index in (0..<entries.count / 2).reversed() { siftDown(from: index) }
  }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    (entries[left].tick, entries[left].order) < (entries[right].tick, entries[right].order)
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0, precedes(index, (index - 1) / 2) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(from start: Int) {
    var index = start
    while true {
      var first = index
      for child in 2 * index + 1..<2 * index + 3 where child < entries.count {
        if precedes(child, first) { first = child }
      }
      if first == index { return }
      entries.swapAt(index, first)
      index = first
    }
  }
}
