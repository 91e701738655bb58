import Synchronization

/// A wait-free queue of byte messages from one producer thread to one consumer thread.
struct MessageQueue: ~Copyable, @unchecked Sendable {
  // Safe: a byte belongs to the producer until `tail` passes it, then to the consumer until `head`
  // does.
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  private let mask: Int
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Creates a queue of `capacity` bytes, a power of two. Allocates.
  init(capacity: Int) {
    precondition(
      capacity > 0 && capacity & (capacity - 1) == 0,
      "The capacity of a queue must be a power of two.")
    mask = capacity - 1
    bytes = .allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
  }

  deinit { bytes.deallocate() }

  /// Whether the queue is empty. Any thread.
  var isEmpty: Bool { head.load(ordering: .relaxed) == tail.load(ordering: .acquiring) }

  /// Appends a message of at most 65,535 bytes; `false` if it does not fit. Producer's thread only.
  func push(_ message: UnsafeRawBufferPointer) -> Bool {
    let writeIndex = tail.load(ordering: .relaxed)
    let room = mask &+ 1 &- (writeIndex &- head.load(ordering: .acquiring))
    guard message.count <= 65_535 && message.count &+ 2 <= room else { return false }
    bytes[writeIndex & mask] = UInt8(truncatingIfNeeded: message.count)
    bytes[(writeIndex &+ 1) & mask] = UInt8(truncatingIfNeeded: message.count >> 8)
    var index = 0
    while index < message.count {
      bytes[(writeIndex &+ 2 &+ index) & mask] = message[index]
      index &+= 1
    }
    tail.store(writeIndex &+ 2 &+ message.count, ordering: .releasing)
    return true
  }

  /// Removes and returns the oldest message, if any. Consumer's thread only; allocates.
  func pop() -> [UInt8]? {
    let readIndex = head.load(ordering: .relaxed)
    guard readIndex != tail.load(ordering: .acquiring) else { return nil }
    let count = Int(bytes[readIndex & mask]) | Int(bytes[(readIndex &+ 1) & mask]) << 8
    let message = (0..<count).map { bytes[(readIndex &+ 2 &+ $0) & mask] }
    head.store(readIndex &+ 2 &+ count, ordering: .releasing)
    return message
  }
}
