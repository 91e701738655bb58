/// Turns a stream of MIDI bytes into messages: any split, running status, real-time bytes anywhere.
///
/// Making one allocates; ``step(_:)`` does not, so that it may run on the audio thread. One parser
/// belongs to one thread at a time. Rules: MIDI 1.0, Data Format (running status, real-time
/// messages, System Exclusive).
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
  // Sound: the buffer has one owner, which cannot be copied.

  /// What a byte completed.
  public enum Output: Hashable, Sendable, BitwiseCopyable {
    /// A message of fixed length.
    case message(MIDIMessage)
    /// A System Exclusive message; its bytes are in ``MIDIParser/systemExclusive`` until the next
    /// ``MIDIParser/step(_:)``.
    case systemExclusive
  }

  @usableFromInline let buffer: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  private var count = 0
  private var isInSystemExclusive = false
  private var isTooLong = false
  /// The status that data bytes belong to; 0 where there is none.
  private var status: UInt8 = 0
  private var firstDataByte: UInt8 = 0
  private var hasFirstDataByte = false

  /// A parser that keeps System Exclusive messages of up to `systemExclusiveCapacity` bytes,
  /// the first and last (F0, F7) not counted; longer ones are left out as a whole.
  public init(systemExclusiveCapacity: Int = 4096) {
    precondition(systemExclusiveCapacity >= 0, "A capacity is not negative.")
    capacity = systemExclusiveCapacity
    buffer = .allocate(capacity: max(capacity, 1))
    buffer.initialize(repeating: 0, count: max(capacity, 1))
  }

  // Inlinable, as Embedded Swift wants it for a type that is not copied.
  @inlinable deinit { buffer.deallocate() }

  /// The bytes between F0 and F7 of the message just completed; valid until the next byte.
  public var systemExclusive: UnsafeRawBufferPointer {
    @_noLocks @_noAllocation
    get {
      UnsafeRawBufferPointer(start: buffer, count: isInSystemExclusive || isTooLong ? 0 : count)
    }
  }

  /// Takes the next byte and gives what it completed, if anything. Never allocates.
  ///
  /// Data bytes without a status are ignored. A System Exclusive message that another status byte
  /// cuts off is dropped, because nobody knows what is missing.
  @_noLocks @_noAllocation
  public mutating func step(_ byte: UInt8) -> Output? {
    if byte < 0x80 { return takeData(byte) }
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

  /// Forgets everything begun, running status included, as after opening a port.
  @_noLocks @_noAllocation
  public mutating func reset() {
    status = 0
    count = 0
    hasFirstDataByte = false
    isInSystemExclusive = false
    isTooLong = false
  }

  /// Real-time bytes stand alone and disturb nothing; F9 and FD mean nothing (MIDI 1.0, table VI).
  private func realTime(_ byte: UInt8) -> Output? {
    byte == 0xF9 || byte == 0xFD ? nil : .message(MIDIMessage(unchecked: byte, 0, 0))
  }

  private mutating func takeData(_ byte: UInt8) -> Output? {
    if isInSystemExclusive {
      if count < capacity {
        buffer[count] = byte
        count &+= 1
      } else {
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
    let message =
      hasFirstDataByte
      ? MIDIMessage(unchecked: status, firstDataByte, byte)
      : MIDIMessage(unchecked: status, byte, 0)
    hasFirstDataByte = false
    // System common messages have no running status (MIDI 1.0, Running Status).
    if status >= 0xF0 { status = 0 }
    return .message(message)
  }
}
