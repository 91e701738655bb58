/// Joins the parts of a System Exclusive message that a file or a line delivers one by one.
///
/// Making one allocates; taking parts does not, so that it may be done on the audio thread. One
/// assembler belongs to one source of parts: a track of a file, or a port. Rules: Standard MIDI
/// Files 1.0, <sysex event>.
///
/// ```swift
/// var assembler = SystemExclusiveAssembler()
/// if assembler.take(sequencer.bytes(of: part.range), position: part.position) {
///   var decoder = SystemExclusiveDecoder(assembler.message)
///   while let setting = decoder.next() { print(setting) }
/// }
/// ```
public struct SystemExclusiveAssembler: ~Copyable, @unchecked Sendable {
  // Sound: the buffer has one owner, which cannot be copied.

  private enum State: UInt8, BitwiseCopyable {
    /// Nothing is begun.
    case empty
    /// More has to come.
    case begun
    /// It did not fit, and what comes of it is left out.
    case tooLong
    /// The message is there.
    case complete
  }

  @usableFromInline let buffer: UnsafeMutableRawPointer
  private let capacity: Int
  private var count = 0
  private var state = State.empty

  /// An assembler for messages of up to `capacity` bytes; longer ones are left out as a whole.
  public init(capacity: Int = 65_536) {
    precondition(capacity >= 0, "A capacity is not negative.")
    self.capacity = capacity
    buffer = .allocate(byteCount: max(capacity, 1), alignment: 1)
  }

  // Inlinable, as Embedded Swift wants it for a type that is not copied.
  @inlinable deinit { buffer.deallocate() }

  /// The message that the last ``take(_:position:)`` completed; empty if it completed none.
  ///
  /// Valid until the next ``take(_:position:)`` or ``reset()``.
  public var message: UnsafeRawBufferPointer {
    @_noLocks @_noAllocation
    get { UnsafeRawBufferPointer(start: buffer, count: state == .complete ? count : 0) }
  }

  /// Takes the next part, without F0 and F7; true if a message is now complete.
  ///
  /// A beginning or a whole message drops what was unfinished; a middle or an end without a
  /// beginning is left out.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func take(
    _ part: UnsafeRawBufferPointer, position: MIDIFile.SystemExclusivePart.Position
  ) -> Bool {
    if position == .whole || position == .first {
      count = 0
      state = .begun
    } else if state == .complete {
      state = .empty
    }
    if state == .begun { append(part) }
    guard position == .whole || position == .last else { return false }
    state = state == .begun ? .complete : .empty
    return state == .complete
  }

  /// Forgets what was begun, as after a jump in a song.
  #if REALTIME_CHECKED
    @_noLocks @_noAllocation
  #endif
  public mutating func reset() { state = .empty }

  private mutating func append(_ part: UnsafeRawBufferPointer) {
    guard part.count <= capacity &- count else {
      state = .tooLong
      return
    }
    guard let start = part.baseAddress else { return }
    (buffer + count).copyMemory(from: start, byteCount: part.count)
    count &+= part.count
  }
}
