public import PeachMusicUnits

extension MIDIMessage {
  /// What a message says, decoded.
  public enum Kind: Hashable, Sendable {
    /// A key is let go, at a velocity of 0…127.
    case noteOff(note: MIDINote, velocity: UInt8)
    /// A key is struck.
    case noteOn(note: MIDINote, velocity: Velocity)
    /// A held key is pressed, 0…127.
    case polyphonicPressure(note: MIDINote, pressure: UInt8)
    /// A controller or, from 120 on, a mode; both 0…127.
    case controlChange(controller: UInt8, value: UInt8)
    /// A preset of the bank that controllers 0 and 32 chose, 0…127.
    case programChange(program: UInt8)
    /// The keys together are pressed, 0…127.
    case channelPressure(pressure: UInt8)
    /// The pitch wheel, 0…16,383, at rest at 8,192.
    case pitchBend(value: UInt16)
    /// A message to all channels.
    case system(SystemMessage)
  }

  /// What the message says.
  ///
  /// A note-on of velocity 0 is a note-off at velocity 64, as MIDI 1.0 (Channel Voice Messages,
  /// Note-On) has it.
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

  /// True for a note-on that is not a note-off in disguise.
  @inlinable public var startsNote: Bool { status & 0xF0 == 0x90 && data2 > 0 }

  /// True for a note-off and for a note-on of velocity 0.
  @inlinable public var endsNote: Bool {
    status & 0xF0 == 0x80 || status & 0xF0 == 0x90 && data2 == 0
  }

  @inlinable var note: MIDINote { MIDINote(clamping: Int(data1)) }

  /// The data bytes as one number, the first being the low seven bits.
  @inlinable var fourteenBits: UInt16 { UInt16(data1) | UInt16(data2) << 7 }
}
