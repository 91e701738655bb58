/// A meta-event (Standard MIDI Files 1.0, Meta-Events).
package enum MetaEvent: Hashable, Sendable, BitwiseCopyable {
  /// FF 00: the number of the sequence; `nil` for the index of the track.
  case sequenceNumber(UInt16?)
  /// FF 01 through FF 0F: text in an unspecified encoding.
  case text(TextKind, ByteRange)
  /// FF 20: the channel, 0…15, of the meta-events that follow.
  case channelPrefix(UInt8)
  /// FF 21: the output port, 0…127, of the rest of the track (not specified, but common).
  case port(UInt8)
  /// FF 2F.
  case endOfTrack
  /// FF 51: the duration of a quarter note, 0…16,777,215 µs; 0 is ignored.
  case tempo(microsecondsPerQuarterNote: UInt32)
  /// FF 54: the SMPTE time code at which the track starts; the upper bits of `hours` are the rate.
  case timeCodeOffset(
    hours: UInt8, minutes: UInt8, seconds: UInt8, frames: UInt8, hundredths: UInt8)
  /// FF 58. The denominator is a power of two; a click is in MIDI clocks.
  case timeSignature(
    numerator: UInt8, denominatorPower: UInt8, clocksPerClick: UInt8, thirtySecondsPerQuarter: UInt8
  )
  /// FF 59: the number of sharps, or flats if negative (−7…7 if valid), and the mode.
  case keySignature(sharps: Int8, isMinor: Bool)
  /// FF 7F: sequencer-specific data, after a manufacturer ID.
  case sequencerSpecific(ByteRange)
  /// Any other type, or one of the above with the wrong size.
  case unknown(type: UInt8, ByteRange)

  /// The kind of a text; the raw value is its type byte.
  package enum TextKind: UInt8, Hashable, Sendable, BitwiseCopyable {
    case text = 0x01
    case copyright, trackName, instrumentName, lyric, marker, cuePoint, programName, deviceName
    case other0A, other0B, other0C, other0D, other0E, other0F
  }

  init(type: UInt8, range: ByteRange, in bytes: [UInt8]) {
    self = MetaEvent.fixed(type: type, range: range, in: bytes) ?? .unknown(type: type, range)
  }

  /// Whether the event does not have the fixed size of its type.
  var isMalformed: Bool {
    guard case .unknown(let type, _) = self else { return false }
    return [0x00, 0x20, 0x21, 0x51, 0x54, 0x58, 0x59].contains(type)
  }

  private static func fixed(type: UInt8, range: ByteRange, in bytes: [UInt8]) -> MetaEvent? {
    func byte(_ index: Int) -> UInt8 { bytes[range.offset + index] }
    if let kind = TextKind(rawValue: type) { return .text(kind, range) }
    switch (type, range.count) {
    case (0x00, 0): return .sequenceNumber(nil)
    case (0x00, 2): return .sequenceNumber(UInt16(byte(0)) << 8 | UInt16(byte(1)))
    case (0x20, 1): return .channelPrefix(byte(0) & 0x0F)
    case (0x21, 1): return .port(byte(0) & 0x7F)
    case (0x2F, _): return .endOfTrack
    case (0x51, 3):
      let high = UInt32(byte(0)) << 16 | UInt32(byte(1)) << 8
      return .tempo(microsecondsPerQuarterNote: high | UInt32(byte(2)))
    case (0x54, 5):
      return .timeCodeOffset(
        hours: byte(0), minutes: byte(1), seconds: byte(2), frames: byte(3), hundredths: byte(4))
    case (0x58, 4):
      return .timeSignature(
        numerator: byte(0), denominatorPower: byte(1), clocksPerClick: byte(2),
        thirtySecondsPerQuarter: byte(3))
    case (0x59, 2): return .keySignature(sharps: Int8(bitPattern: byte(0)), isMinor: byte(1) != 0)
    case (0x7F, _): return .sequencerSpecific(range)
    default: return nil
    }
  }
}
