public import PeachMusicUnits

/// One MIDI message of at most three bytes: any but System Exclusive, which has no fixed length.
///
/// Four bytes wide at most and without references, so that it travels through queues to the audio
/// thread. What it says is in ``kind``; the bytes are those of MIDI 1.0, table II and following.
///
/// ```swift
/// let message = MIDIMessage.pitchBend(channel: 0, value: 10_240)
/// (message.status, message.data1, message.data2)  // (0xE0, 0, 80)
/// ```
public struct MIDIMessage: Hashable, Sendable, BitwiseCopyable {
  /// 0x80 through 0xFF, but neither 0xF0 nor 0xF7.
  public let status: UInt8
  /// 0 through 127; 0 where the message has no data bytes.
  public let data1: UInt8
  /// 0 through 127; 0 where the message has fewer than two data bytes.
  public let data2: UInt8

  /// Whatever the caller has made sure of.
  @_noLocks @_noAllocation
  @inlinable init(unchecked status: UInt8, _ data1: UInt8, _ data2: UInt8) {
    self.status = status
    self.data1 = data1
    self.data2 = data2
  }

  /// The message of these bytes; nil unless `status` starts a message of fixed length and the data
  /// bytes it has are 0 through 127. Data bytes that it does not have are ignored.
  @inlinable public init?(status: UInt8, data1: UInt8 = 0, data2: UInt8 = 0) {
    guard status >= 0x80 && status != 0xF0 && status != 0xF7 else { return nil }
    let count = MIDIMessage.dataByteCount(status: status)
    guard count < 1 || data1 < 0x80, count < 2 || data2 < 0x80 else { return nil }
    self.init(unchecked: status, count < 1 ? 0 : data1, count < 2 ? 0 : data2)
  }

  /// How many data bytes follow a status byte: 0, 1 or 2. System Exclusive counts as 0 here.
  @_noLocks @_noAllocation
  @inlinable public static func dataByteCount(status: UInt8) -> Int {
    // Comparisons, not ranges: performance attributes refuse ranges in debug builds.
    if status < 0xF0 { return status & 0xE0 == 0xC0 ? 1 : 2 }
    if status == 0xF2 { return 2 }
    return status == 0xF1 || status == 0xF3 ? 1 : 0
  }

  /// How many bytes it has on a wire without running status: 1, 2 or 3.
  @inlinable public var byteCount: Int { 1 + MIDIMessage.dataByteCount(status: status) }

  /// The channel, 0 through 15 (musicians count from 1); nil for a system message.
  @inlinable public var channel: UInt8? { status < 0xF0 ? status & 0x0F : nil }

  /// True for the messages that have a channel.
  @inlinable public var isChannelMessage: Bool { status < 0xF0 }

  @_noLocks @_noAllocation
  @inlinable static func channelMessage(
    _ status: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8 = 0
  ) -> MIDIMessage {
    precondition(channel < 16, "A MIDI channel is 0 through 15.")
    precondition(data1 < 128 && data2 < 128, "A MIDI data byte is 0 through 127.")
    return MIDIMessage(unchecked: status | channel, data1, data2)
  }

  /// A key is let go. `channel` is 0…15, `velocity` 0…127; 64 where the keyboard does not say.
  @_noLocks @_noAllocation
  @inlinable public static func noteOff(channel: UInt8, note: MIDINote, velocity: UInt8 = 64)
    -> MIDIMessage
  { channelMessage(0x80, channel, note.number, velocity) }

  /// A key is struck. `channel` is 0…15.
  @_noLocks @_noAllocation
  @inlinable public static func noteOn(channel: UInt8, note: MIDINote, velocity: Velocity)
    -> MIDIMessage
  { channelMessage(0x90, channel, note.number, velocity.value) }

  /// A held key is pressed harder or softer. `channel` is 0…15, `pressure` 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func polyphonicPressure(
    channel: UInt8, note: MIDINote, pressure: UInt8
  ) -> MIDIMessage { channelMessage(0xA0, channel, note.number, pressure) }

  /// A controller moves, or (from 120 on) a mode changes. `channel` is 0…15, the others 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func controlChange(channel: UInt8, controller: UInt8, value: UInt8)
    -> MIDIMessage
  { channelMessage(0xB0, channel, controller, value) }

  /// Another preset is chosen. `channel` is 0…15, `program` 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func programChange(channel: UInt8, program: UInt8) -> MIDIMessage {
    channelMessage(0xC0, channel, program)
  }

  /// The keys together are pressed harder or softer. `channel` is 0…15, `pressure` 0…127.
  @_noLocks @_noAllocation
  @inlinable public static func channelPressure(channel: UInt8, pressure: UInt8) -> MIDIMessage {
    channelMessage(0xD0, channel, pressure)
  }

  /// The pitch wheel moves. `channel` is 0…15, `value` 0…16,383 with its centre at 8,192.
  @_noLocks @_noAllocation
  @inlinable public static func pitchBend(channel: UInt8, value: UInt16) -> MIDIMessage {
    precondition(value < 16_384, "A pitch bend is 0 through 16,383.")
    return channelMessage(0xE0, channel, UInt8(value & 0x7F), UInt8(value >> 7))
  }
}
