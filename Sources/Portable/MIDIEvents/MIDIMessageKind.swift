public import PeachMusicUnits

extension MIDIMessage {
  /// A decoded message.
  public enum Kind: Hashable, Sendable {
    /// Note-off with release velocity, 0…127.
    case noteOff(note: MIDINote, velocity: UInt8)
    /// Note-on.
    case noteOn(note: MIDINote, velocity: Velocity)
    /// Polyphonic key pressure, 0…127.
    case polyphonicPressure(note: MIDINote, pressure: UInt8)
    /// Control change, or channel mode from controller 120; both 0…127.
    case controlChange(controller: UInt8, value: UInt8)
    /// Program change, 0…127.
    case programChange(program: UInt8)
    /// Channel pressure, 0…127.
    case channelPressure(pressure: UInt8)
    /// Pitch bend, 0…16,383; 8,192 is no bend.
    case pitchBend(value: UInt16)
    /// A system message.
    case system(SystemMessage)
  }

  /// The decoded message. A note-on with velocity 0 is a note-off with velocity 64 (MIDI 1.0,
  /// Channel Voice Messages).
  @inlinable public var kind: Kind {
    switch status & 0xF0 {
    case 0x80: .noteOff(note: note, velocity: data2)
    case 0x90:
      if let velocity = Velocity(Int(data2)) {
        .noteOn(note: note, velocity: velocity)
      } else {
        .noteOff(note: note, velocity: 64)
      }
    case 0xA0: .polyphonicPressure(note: note, pressure: data2)
    case 0xB0: .controlChange(controller: data1, value: data2)
    case 0xC0: .programChange(program: data1)
    case 0xD0: .channelPressure(pressure: data1)
    case 0xE0: .pitchBend(value: fourteenBits)
    default: .system(SystemMessage(self))
    }
  }

  /// Whether the message is a note-on with a velocity above 0.
  @inlinable public var startsNote: Bool { status & 0xF0 == 0x90 && data2 > 0 }

  /// Whether the message is a note-off or a note-on with velocity 0.
  @inlinable public var endsNote: Bool {
    status & 0xF0 == 0x80 || status & 0xF0 == 0x90 && data2 == 0
  }

  @inlinable var note: MIDINote { MIDINote(clamping: Int(data1)) }
  /// The data bytes as a 14-bit integer, LSB first.
  @inlinable var fourteenBits: UInt16 { UInt16(data1) | UInt16(data2) << 7 }
}
