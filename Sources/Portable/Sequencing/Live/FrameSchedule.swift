/// A priority queue of elements by frame, with a fixed capacity. Audio thread only; allocates in
/// `init` only. Elements for the same frame keep the order in which they were added.
///
/// A binary heap of small keys; the elements stay in their slots. Batches arrive in ascending
/// order, for which ``add(_:at:batch:)`` moves nothing.
@usableFromInline package struct FrameSchedule<Element: BitwiseCopyable>: ~Copyable {
  /// The frame of an element, its number in the order of addition, and its slot.
  @usableFromInline struct Key: BitwiseCopyable {
    @usableFromInline var frame: Int64
    @usableFromInline var number: UInt64
    @usableFromInline var slot: Int

    @inlinable init(frame: Int64, number: UInt64, slot: Int) {
      (self.frame, self.number, self.slot) = (frame, number, slot)
    }

    @inlinable func precedes(_ other: Key) -> Bool {
      frame < other.frame || frame == other.frame && number < other.number
    }
  }

  @usableFromInline struct Slot: BitwiseCopyable {
    @usableFromInline var batch: UInt64
    @usableFromInline var element: Element

    @inlinable init(batch: UInt64, element: Element) {
      (self.batch, self.element) = (batch, element)
    }
  }

  /// First `count` keys in the order of a heap: no key precedes that at half its position. The
  /// others hold the free slots.
  @usableFromInline let keys: UnsafeMutablePointer<Key>
  @usableFromInline let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let capacity: Int
  @usableFromInline var count = 0
  @usableFromInline var nextNumber: UInt64 = 0

  /// Creates a schedule of at most `capacity` elements. Allocates.
  @inlinable package init(capacity: Int) {
    self.capacity = capacity
    keys = .allocate(capacity: capacity)
    slots = .allocate(capacity: capacity)
    for slot in 0..<capacity {
      (keys + slot).initialize(to: Key(frame: 0, number: 0, slot: slot))
    }
  }

  // Inlinable, as Embedded Swift requires for noncopyable generic types.
  @inlinable deinit {
    keys.deallocate()
    slots.deallocate()
  }

  /// The frame of the next element; `Int64.max` if there is none. O(1).
  @inlinable package var nextFrame: Int64 { count == 0 ? Int64.max : keys[0].frame }

  /// Adds an element, which `remove(batch:)` can remove; returns `false` if the schedule is full.
  /// O(log *n*); O(1) if no element has a later frame.
  @inlinable
  package mutating func add(_ element: Element, at frame: Int64, batch: UInt64 = 0) -> Bool {
    guard count < capacity else { return false }
    let key = Key(frame: frame, number: nextNumber, slot: keys[count].slot)
    nextNumber &+= 1
    (slots + key.slot).initialize(to: Slot(batch: batch, element: element))
    var index = count
    count &+= 1
    while index > 0 {
      let parent = (index &- 1) &>> 1
      if !key.precedes(keys[parent]) { break }
      keys[index] = keys[parent]
      index = parent
    }
    keys[index] = key
    return true
  }

  /// Removes and returns the next element if its frame is `frame` or earlier. O(log *n*).
  @inlinable package mutating func next(atOrBefore frame: Int64) -> Element? {
    guard count > 0, keys[0].frame <= frame else { return nil }
    let slot = keys[0].slot
    count &-= 1
    let last = keys[count]
    keys[count].slot = slot
    sink(last, from: 0)
    return slots[slot].element
  }

  /// Returns whether any element matches. O(*n*).
  @inlinable package func contains(where matches: (Element) -> Bool) -> Bool {
    for index in 0..<count where matches(slots[keys[index].slot].element) { return true }
    return false
  }

  /// Removes the elements of a batch. O(*n*).
  @inlinable package mutating func remove(batch: UInt64) {
    var remaining = 0
    for index in 0..<count where slots[keys[index].slot].batch != batch {
      let key = keys[index]
      keys[index] = keys[remaining]
      keys[remaining] = key
      remaining &+= 1
    }
    if remaining == count { return }
    count = remaining
    // Heaps of halves become one of the whole (Floyd 1964).
    var index = count &>> 1
    while index > 0 {
      index &-= 1
      sink(keys[index], from: index)
    }
  }

  /// Places a key at `start` or below, where neither of its successors precedes it.
  @inlinable mutating func sink(_ key: Key, from start: Int) {
    var index = start
    while true {
      var child = index &* 2 &+ 1
      if child >= count { break }
      if child &+ 1 < count && keys[child &+ 1].precedes(keys[child]) { child &+= 1 }
      if !keys[child].precedes(key) { break }
      keys[index] = keys[child]
      index = child
    }
    if index < count { keys[index] = key }
  }
}
