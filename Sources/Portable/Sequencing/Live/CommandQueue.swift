public import Synchronization

/// A wait-free queue from one producer thread to one consumer thread. Elements are delivered once,
/// in order. Another thread may take over an end only if both synchronize by other means. Neither
/// ``push(_:)`` nor ``pop()`` waits, allocates or locks, so either end may be the audio thread.
///
/// ```swift
/// let queue = CommandQueue<MIDIMessage>(capacity: 1024)
/// guard queue.push(.programChange(channel: 0, program: 42)) else { throw .queueFull }
/// queue.pop()?.data1                                   // 42
/// ```
public struct CommandQueue<Element: BitwiseCopyable>: ~Copyable {
  /// The number of elements ever popped; written by the consumer.
  @usableFromInline let head = Atomic<Int>(0)
  @usableFromInline let padding1 = CacheLinePadding()
  /// The number of elements ever pushed; written by the producer.
  @usableFromInline let tail = Atomic<Int>(0)
  @usableFromInline let padding2 = CacheLinePadding()
  @usableFromInline let mask: Int
  @usableFromInline let slots: UnsafeMutablePointer<Element>

  /// Creates a queue for at most `capacity` elements, a power of two. Allocates.
  public init(capacity: Int) {
    precondition(
      capacity > 0 && capacity & (capacity - 1) == 0,
      "The capacity of a queue must be a power of two.")
    mask = capacity - 1
    slots = .allocate(capacity: capacity)
  }

  // Inlinable, as Embedded Swift requires for noncopyable generic types.
  @inlinable deinit { slots.deallocate() }

  /// The maximum number of elements.
  @inlinable public var capacity: Int { mask &+ 1 }
  /// The number of elements that fit now; the consumer may increase it. Producer's thread only.
  @inlinable public var room: Int { capacity &- (pushedCount &- poppedCount) }
  /// The number of elements ever pushed. Producer's thread only.
  @inlinable package var pushedCount: Int { tail.load(ordering: .relaxed) }
  /// The number of elements ever popped. Producer's thread only.
  @inlinable package var poppedCount: Int { head.load(ordering: .acquiring) }

  /// Appends an element; returns `false` if the queue is full. Producer's thread only.
  @inlinable public func push(_ element: Element) -> Bool {
    let writeIndex = tail.load(ordering: .relaxed)
    guard writeIndex &- head.load(ordering: .acquiring) <= mask else { return false }
    (slots + (writeIndex & mask)).initialize(to: element)
    tail.store(writeIndex &+ 1, ordering: .releasing)
    return true
  }

  /// Removes and returns the oldest element; `nil` if the queue is empty. Consumer's thread only.
  @inlinable public func pop() -> Element? {
    let readIndex = head.load(ordering: .relaxed)
    guard readIndex != tail.load(ordering: .acquiring) else { return nil }
    let element = slots[readIndex & mask]
    head.store(readIndex &+ 1, ordering: .releasing)
    return element
  }
}

// Safe: a slot belongs to the producer until `tail` passes it, then to the consumer until `head`
// does. The releasing stores and acquiring loads transfer its contents.
extension CommandQueue: @unchecked Sendable where Element: Sendable {}

/// Padding that avoids false sharing of `head` and `tail`: 128 bytes, because processors prefetch
/// cache lines in pairs.
@usableFromInline struct CacheLinePadding: Sendable {
  @usableFromInline typealias Words = (
    UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64,
    UInt64, UInt64, UInt64
  )
  @usableFromInline let words: Words = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  @usableFromInline init() {}
}
