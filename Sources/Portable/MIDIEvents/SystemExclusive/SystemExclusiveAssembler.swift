/// Assembles System Exclusive messages from packets (Standard MIDI Files 1.0, <sysex event>). Each
/// source of packets, a track or a port, needs its own. Only `init` allocates.
@usableFromInline package struct SystemExclusiveAssembler: ~Copyable, @unchecked Sendable {
  // Safe: the buffer has one owner, which is not copyable.

  private enum State: UInt8, BitwiseCopyable {
    case empty
    /// The message is incomplete.
    case begun
    /// The message exceeds the capacity and is dropped.
    case tooLong
    case complete
  }

  @usableFromInline let buffer: UnsafeMutableRawPointer
  private let capacity: Int
  private var count = 0
  private var state = State.empty

  /// Creates an assembler for messages of up to `capacity` bytes. Longer ones are dropped.
  package init(capacity: Int = 65_536) {
    precondition(capacity >= 0, "The capacity must not be negative.")
    self.capacity = capacity
    buffer = .allocate(byteCount: max(capacity, 1), alignment: 1)
  }

  // Inlinable, as Embedded Swift requires for noncopyable types.
  @inlinable deinit { buffer.deallocate() }

  /// The message that the last ``append(_:position:)`` completed, if any; valid until the next.
  package var message: UnsafeRawBufferPointer {
    @_noLocks @_noAllocation
    get { UnsafeRawBufferPointer(start: buffer, count: state == .complete ? count : 0) }
  }

  /// Appends a packet, without F0 and F7, and returns whether its message is complete. The start of
  /// a message drops an incomplete one. Packets without a start are ignored.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func append(
    _ packet: UnsafeRawBufferPointer, position: MIDIFile.SystemExclusivePacket.Position
  ) -> Bool {
    if position == .whole || position == .first {
      count = 0
      state = .begun
    } else if state == .complete {
      state = .empty
    }
    if state == .begun { append(packet) }
    guard position == .whole || position == .last else { return false }
    state = state == .begun ? .complete : .empty
    return state == .complete
  }

  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  package mutating func reset() { state = .empty }

  private mutating func append(_ packet: UnsafeRawBufferPointer) {
    guard packet.count <= capacity &- count else {
      state = .tooLong
      return
    }
    guard let start = packet.baseAddress else { return }
    (buffer + count).copyMemory(from: start, byteCount: packet.count)
    count &+= packet.count
  }
}
