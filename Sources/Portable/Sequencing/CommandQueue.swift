public import Synchronization

/// A queue from one thread to another without waiting: control talks to sound through it.
///
/// One thread calls ``push(_:)``, one other ``pop()``; which they are may change only when both
/// agree by other means. Neither call ever waits, allocates or locks, so either end may be the
/// audio thread. Elements come out in the order they went in, each once.
///
/// ```swift
/// let queue = CommandQueue<MIDIMessage>(capacity: 1024)
/// queue.push(.programChange(channel: 0, program: 42))  // true
/// queue.pop()?.data1                                   // 42
/// ```
public struct CommandQueue<Element: BitwiseCopyable>: ~Copyable {
  /// How many elements were ever taken; written by the consumer.
  @usableFromInline let head = Atomic<Int>(0)
  @usableFromInline let padding1 = CacheLinePadding()
  /// How many elements were ever put in; written by the producer.
  @usableFromInline let tail = Atomic<Int>(0)
  @usableFromInline let padding2 = CacheLinePadding()
  @usableFromInline let mask: Int
  @usableFromInline let slots: UnsafeMutablePointer<Element>

  /// A queue for at most `capacity` elements, which must be a power of two. Allocates.
  public init(capacity: Int) {
    precondition(
      capacity > 0 && capacity & (capacity - 1) == 0, "A queue's capacity is a power of two.")
    mask = capacity - 1
    slots = .allocate(capacity: capacity)
  }

  // Inlinable, as Embedded Swift wants it for a type that is not copied.
  @inlinable deinit { slots.deallocate() }

  /// How many elements it holds at most.
  @inlinable public var capacity: Int { mask &+ 1 }

  /// How many more elements fit in now; more when the consumer goes on. Producer's thread only.
  @inlinable public var room: Int {
    capacity &- (tail.load(ordering: .relaxed) &- head.load(ordering: .acquiring))
  }

  /// Puts an element in; false, and nothing done, if the queue is full. Producer's thread only.
  @discardableResult
  @inlinable public func push(_ element: Element) -> Bool {
    let place = tail.load(ordering: .relaxed)
    guard place &- head.load(ordering: .acquiring) <= mask else { return false }
    (slots + (place & mask)).initialize(to: element)
    tail.store(place &+ 1, ordering: .releasing)
    return true
  }

  /// Takes out the oldest element; nil if the queue is empty. Consumer's thread only.
  @inlinable public func pop() -> Element? {
    let place = head.load(ordering: .relaxed)
    guard place != tail.load(ordering: .acquiring) else { return nil }
    let element = slots[place & mask]
    head.store(place &+ 1, ordering: .releasing)
    return element
  }
}

// Sound: a slot belongs to the producer until `tail` passes it, then to the consumer until `head`
// does; the releasing stores and acquiring loads hand its contents over.
extension CommandQueue: @unchecked Sendable where Element: Sendable {}

/// Keeps what one thread writes out of the cache line that the other writes: 128 bytes apart, as
/// processors fetch lines in pairs.
@usableFromInline struct CacheLinePadding: Sendable {
  @usableFromInline typealias Words = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
    UInt64, UInt64, UInt64
  )
  @usableFromInline let words: Words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  @usableFromInline init() {}
}
