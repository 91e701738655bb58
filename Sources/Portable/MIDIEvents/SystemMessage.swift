/// A message to the whole system instead of one channel (MIDI 1.0, tables V and VI).
public enum SystemMessage: Hashable, Sendable {
  /// A part of a time code: its place in the upper three bits, four bits of it below.
  case timeCodeQuarterFrame(UInt8)
  /// Where in the song to go on, in sixteenth notes, 0…16,383.
  case songPosition(UInt16)
  /// Which song is next, 0…127.
  case songSelect(UInt8)
  /// Analogue oscillators should be tuned.
  case tuneRequest
  /// A 24th of a quarter note has passed.
  case timingClock
  /// Play from the beginning.
  case start
  /// Play on from where it stopped.
  case `continue`
  /// Stop playing.
  case stop
  /// The line is alive.
  case activeSensing
  /// Everything back as after switching on.
  case reset
  /// A status byte that MIDI 1.0 leaves open.
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
