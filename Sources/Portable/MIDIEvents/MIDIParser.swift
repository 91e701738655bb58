/// Parses a stream of MIDI bytes, with running status and interleaved real-time messages (MIDI 1.0,
/// Data Format). `init` allocates; ``step(_:)`` is real-time safe. One thread at a time.
///
/// ```swift
/// var parser = MIDIParser()
/// for byte: UInt8 in [0x90, 60, 100, 60, 0] {
///   if case .message(let message) = parser.step(byte) { print(message.data1, message.data2) }
/// }
/// // 60 100
/// // 60 0
/// ```
public struct MIDIParser: ~Copyable, @unchecked Sendable {
  // Safe: the buffer has one owner, which is not copyable.

  /// The message that a byte completes.
  public enum Output: Hashable, Sendable, BitwiseCopyable {
    /// A channel or system message.
    case message(MIDIMessage)
    /// A System Exclusive message. Its bytes are in ``MIDIParser/systemExclusive`` until the next
    /// ``MIDIParser/step(_:)``.
    case systemExclusive
  }

  @usableFromInline let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  private var isInSystemExclusive = false
  private var isTooLong = false
  private var droppedCount = 0
  /// The current or running status; 0 for none.
  private var status: UInt8 = 0
  private var firstDataByte: UInt8 = 0
  private var hasFirstDataByte = false

  /// Creates a parser, which drops System Exclusive messages that are longer than the capacity,
  /// without F0 and F7.
  public init(systemExclusiveCapacity: Int = 4096) {
    precondition(systemExclusiveCapacity >= 0, "The capacity must not be negative.")
    capacity = systemExclusiveCapacity
    buffer = .allocate(capacity: max(capacity, 1))
    buffer.initialize(repeating: 0, count: max(capacity, 1))
  }

  // Inlinable, as Embedded Swift requires for noncopyable types.
  @inlinable deinit { buffer.deallocate() }

  /// The bytes of the last completed message, without F0 and F7; valid until the next byte.
  public var systemExclusive: UnsafeRawBufferPointer {
    @_noLocks @_noAllocation
    get {
      UnsafeRawBufferPointer(start: buffer, count: isInSystemExclusive || isTooLong ? 0 : count)
    }
  }

  /// The number of System Exclusive messages dropped because they exceed the capacity.
  package var oversizeCount: Int { @_noLocks @_noAllocation get { droppedCount } }

  /// Parses the next byte and returns the message that it completes, if any. Ignores data bytes
  /// without status, and System Exclusive that another status byte interrupts.
  @_noLocks @_noAllocation
  public mutating func step(_ byte: UInt8) -> Output? {
    if byte < 0x80 { return parseData(byte) }
    if byte >= 0xF8 { return realTime(byte) }
    let wasInSystemExclusive = isInSystemExclusive
    isInSystemExclusive = false
    hasFirstDataByte = false
    switch byte {
    case 0xF0:
      status = 0
      count = 0
      isTooLong = false
      isInSystemExclusive = true
      return nil
    case 0xF7:
      status = 0
      return wasInSystemExclusive && !isTooLong ? .systemExclusive : nil
    case 0xF4, 0xF5:
      status = 0
      return nil
    case 0xF6:
      status = 0
      return .message(MIDIMessage(unchecked: byte, 0, 0))
    default:
      status = byte
      return nil
    }
  }

  /// Resets the parser, including running status.
  @_noLocks @_noAllocation
  package mutating func reset() {
    status = 0
    count = 0
    hasFirstDataByte = false
    isInSystemExclusive = false
    isTooLong = false
  }

  /// Returns a real-time message; `nil` for the undefined F9 and FD (MIDI 1.0, table VI).
  private func realTime(_ byte: UInt8) -> Output? {
    byte == 0xF9 || byte == 0xFD ? nil : .message(MIDIMessage(unchecked: byte, 0, 0))
  }

  private mutating func parseData(_ byte: UInt8) -> Output? {
    if isInSystemExclusive {
      if count < capacity {
        buffer[count] = byte
        count &+= 1
      } else {
        if !isTooLong { droppedCount &+= 1 }
        isTooLong = true
      }
      return nil
    }
    guard status != 0 else { return nil }
    if MIDIMessage.dataByteCount(status: status) == 2 && !hasFirstDataByte {
      firstDataByte = byte
      hasFirstDataByte = true
      return nil
    }
    let message = MIDIMessage(
      unchecked: status, hasFirstDataByte ? firstDataByte : byte, hasFirstDataByte ? byte : 0)
    hasFirstDataByte = false
    // System common messages have no running status (MIDI 1.0, Running Status).
    if status >= 0xF0 { status = 0 }
    return .message(message)
  }
}
