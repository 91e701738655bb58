import Synchronization

/// Messages of bytes on their way from one thread to another without waiting: each whole, or not at
/// all where there is no room.
struct MessageQueue: ~Copyable, @unchecked Sendable {
  // Sound: a byte belongs to the producer until `tail` passes it, then to the consumer until `head`
  // does.
  private let head = Atomic<Int>(0)
  private let tail = Atomic<Int>(0)
  private let mask: Int
  private let bytes: UnsafeMutablePointer<UInt8>

  /// A queue for `capacity` bytes, a power of two. Allocates.
  init(capacity: Int) {
    precondition(
      capacity > 0 && capacity & (capacity - 1) == 0, "A queue's capacity is a power of two.")
    mask = capacity - 1
    bytes = .allocate(capacity: capacity)
    bytes.initialize(repeating: 0, count: capacity)
  }

  deinit { bytes.deallocate() }

  /// True where a message waits. Any thread.
  var isEmpty: Bool { head.load(ordering: .relaxed) == tail.load(ordering: .acquiring) }

  /// Puts a message of at most 65,535 bytes in; false where it does not fit. Producer's thread.
  func push(_ message: UnsafeRawBufferPointer) -> Bool {
    let place = tail.load(ordering: .relaxed)
    let room = mask &+ 1 &- (place &- head.load(ordering: .acquiring))
    guard message.count <= 65_535 && message.count &+ 2 <= room else { return false }
    bytes[place & mask] = UInt8(truncatingIfNeeded: message.count)
    bytes[(place &+ 1) & mask] = UInt8(truncatingIfNeeded: message.count >> 8)
    var index = 0
    while index < message.count {
      bytes[(place &+ 2 &+ index) & mask] = message[index]
      index &+= 1
    }
    tail.store(place &+ 2 &+ message.count, ordering: .releasing)
    return true
  }

  /// Takes the oldest message out; nil where there is none. Consumer's thread; allocates.
  func pop() -> [UInt8]? {
    let place = head.load(ordering: .relaxed)
    guard place != tail.load(ordering: .acquiring) else { return nil }
    let count = Int(bytes[place & mask]) | Int(bytes[(place + 1) & mask]) << 8
    var message: [UInt8] = []
    message.reserveCapacity(count)
    for index in 0..<count { message.append(bytes[(place + 2 + index) & mask]) }
    head.store(place + 2 + count, ordering: .releasing)
    return message
  }
}
