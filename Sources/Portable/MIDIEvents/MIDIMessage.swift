public import PeachMusicUnits

/// A MIDI 1.0 message of at most three bytes: any except System Exclusive. ``kind`` decodes it.
///
/// ```swift
/// let message = MIDIMessage.pitchBend(channel: 0, value: 10_240)
/// (message.status, message.data1, message.data2)  // (0xE0, 0, 80)
/// ```
public struct MIDIMessage: Hashable, Sendable, BitwiseCopyable {
  /// The status byte, 0x80 through 0xFF except 0xF0 and 0xF7.
  public let status: UInt8
  /// The first data byte, 0 through 127; 0 if the message has none.
  public let data1: UInt8
  /// The second data byte, 0 through 127; 0 if the message has none.
  public let data2: UInt8

  @_noLocks @_noAllocation
  @inlinable package init(unchecked status: UInt8, _ data1: UInt8, _ data2: UInt8) {
    self.status = status
    self.data1 = data1
    self.data2 = data2
  }

  /// Creates a message; `nil` if `status` is not that of a message of fixed length, or if a data
  /// byte exceeds 127. Surplus data bytes are ignored.
  @inlinable public init?(status: UInt8, data1: UInt8 = 0, data2: UInt8 = 0) {
    guard status >= 0x80 && status != 0xF0 && status != 0xF7 else { return nil }
    let count = MIDIMessage.dataByteCount(status: status)
    guard count < 1 || data1 < 0x80, count < 2 || data2 < 0x80 else { return nil }
    self.init(unchecked: status, count < 1 ? 0 : data1, count < 2 ? 0 : data2)
  }

  /// Returns the number of data bytes after a status byte: 0, 1 or 2; 0 for System Exclusive.
  @_noLocks @_noAllocation
  @inlinable public static func dataByteCount(status: UInt8) -> Int {
    // Performance attributes do not allow ranges in debug builds.
    if status < 0xF0 { return status & 0xE0 == 0xC0 ? 1 : 2 }
    if status == 0xF2 { return 2 }
    return status == 0xF1 || status == 0xF3 ? 1 : 0
  }

  /// The size without running status: 1, 2 or 3 bytes.
  @inlinable public var byteCount: Int { 1 + MIDIMessage.dataByteCount(status: status) }
  /// The channel, 0 through 15; `nil` for system messages.
  @inlinable public var channel: UInt8? { status < 0xF0 ? status & 0x0F : nil }
  /// Whether the message has a channel.
  @inlinable public var isChannelMessage: Bool { status < 0xF0 }

  @_noLocks @_noAllocation
  @inlinable static func channelMessage(
    _ status: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8 = 0
  ) -> MIDIMessage {
    precondition(channel < 16, "The channel must be 0 through 15.")
    precondition(data1 < 128 && data2 < 128, "Data bytes must be 0 through 127.")
    return MIDIMessage(unchecked: status | channel, data1, data2)
  }

  /// Returns a note-off. `channel` is 0…15, `velocity` 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func noteOff(channel: UInt8, note: MIDINote, velocity: UInt8 = 64)
    -> MIDIMessage
  { channelMessage(0x80, channel, note.number, velocity) }

  /// Returns a note-on. `channel` is 0…15.
  @_noLocks @_noAllocation
  @inlinable public static func noteOn(channel: UInt8, note: MIDINote, velocity: Velocity)
    -> MIDIMessage
  { channelMessage(0x90, channel, note.number, velocity.value) }

  /// Returns polyphonic key pressure. `channel` is 0…15, `pressure` 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func polyphonicPressure(
    channel: UInt8, note: MIDINote, pressure: UInt8
  ) -> MIDIMessage { channelMessage(0xA0, channel, note.number, pressure) }

  /// Returns a control change, or a channel mode message from controller 120. `channel` is 0…15,
  /// the others 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func controlChange(channel: UInt8, controller: UInt8, value: UInt8)
    -> MIDIMessage
  { channelMessage(0xB0, channel, controller, value) }

  /// Returns a program change. `channel` is 0…15, `program` 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func programChange(channel: UInt8, program: UInt8) -> MIDIMessage {
    channelMessage(0xC0, channel, program)
  }

  /// Returns channel pressure. `channel` is 0…15, `pressure` 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func channelPressure(channel: UInt8, pressure: UInt8) -> MIDIMessage {
    channelMessage(0xD0, channel, pressure)
  }

  /// Returns a pitch bend. `channel` is 0…15, `value` 0…16,383; 8,192 is no bend.
  @_noLocks @_noAllocation
  @inlinable public static func pitchBend(channel: UInt8, value: UInt16) -> MIDIMessage {
    precondition(value < 16_384, "The pitch bend must be 0 through 16,383.")
    return channelMessage(0xE0, channel, UInt8(value & 0x7F), UInt8(value >> 7))
  }
}
