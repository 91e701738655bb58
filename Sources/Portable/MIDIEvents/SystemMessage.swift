/// A system common or real-time message (MIDI 1.0, tables V and VI).
public enum SystemMessage: Hashable, Sendable {
  /// MTC Quarter Frame: the message type in the upper three bits, then four bits of data.
  case timeCodeQuarterFrame(UInt8)
  /// Song Position Pointer, in sixteenth notes, 0…16,383.
  case songPosition(UInt16)
  /// Song Select, 0…127.
  case songSelect(UInt8)
  /// Tune Request.
  case tuneRequest
  /// Timing Clock: 24 per quarter note.
  case timingClock
  /// Start: play from the beginning.
  case start
  /// Continue from the current position.
  case `continue`
  /// Stop.
  case stop
  /// Active Sensing.
  case activeSensing
  /// System Reset.
  case reset
  /// An undefined status byte.
  case undefined(status: UInt8)

  @inlinable init(_ message: MIDIMessage) {
    switch message.status {
    case 0xF1: self = .timeCodeQuarterFrame(message.data1)
    case 0xF2: self = .songPosition(message.fourteenBits)
    case 0xF3: self = .songSelect(message.data1)
    case 0xF6: self = .tuneRequest
    case 0xF8: self = .timingClock
    case 0xFA: self = .start
    case 0xFB: self = .continue
    case 0xFC: self = .stop
    case 0xFE: self = .activeSensing
    case 0xFF: self = .reset
    default: self = .undefined(status: message.status)
    }
  }
}
