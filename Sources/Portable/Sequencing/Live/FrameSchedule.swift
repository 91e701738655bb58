/// A priority queue of elements by frame, with a fixed capacity. Audio thread only; allocates in
/// `init` only. Elements for the same frame keep the order in which they were added.
@usableFromInline package struct FrameSchedule<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline struct Entry: BitwiseCopyable {
    @usableFromInline var frame: Int64
    @usableFromInline var batch: UInt64
    @usableFromInline var element: Element

    @inlinable init(frame: Int64, batch: UInt64, element: Element) {
      self.frame = frame
      self.batch = batch
      self.element = element
    }
  }

  /// Sorted by descending frame, so that removing the next element moves nothing.
  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  @usableFromInline let capacity: Int
  @usableFromInline var count = 0

  @inlinable package init(capacity: Int) {
    self.capacity = capacity
    entries = .allocate(capacity: capacity)
  }

  // Inlinable, as Embedded Swift requires for noncopyable generic types.
  @inlinable deinit { entries.deallocate() }

  @inlinable package var nextFrame: Int64 {
    count == 0 ? Int64.max : entries[count &- 1].frame
  }

  /// Adds an element, which `remove(batch:)` can remove; returns `false` if the schedule is full.
  @inlinable
  package mutating func add(_ element: Element, at frame: Int64, batch: UInt64 = 0) -> Bool {
    guard count < capacity else { return false }
    var index = count
    while index > 0 && entries[index &- 1].frame <= frame {
      entries[index] = entries[index &- 1]
      index &-= 1
    }
    (entries + index).initialize(to: Entry(frame: frame, batch: batch, element: element))
    count &+= 1
    return true
  }

  @inlinable package mutating func next(atOrBefore frame: Int64) -> Element? {
    guard count > 0, entries[count &- 1].frame <= frame else { return nil }
    count &-= 1
    return entries[count].element
  }

  @inlinable package mutating func remove(batch: UInt64) {
    var remaining = 0
    for index in 0..<count where entries[index].batch != batch {
      entries[remaining] = entries[index]
      remaining &+= 1
    }
    count = remaining
  }
}
