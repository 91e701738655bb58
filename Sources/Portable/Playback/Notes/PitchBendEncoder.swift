package import PeachMusicUnits
package import PeachSynthesis

/// Encodes a frequency as a MIDI key and pitch bend, as a host does.
package enum PitchBendEncoder {
  /// The pitch-bend range up and down, in semitones, as set by RPN 0.
  package static let rangeSemitones = 2

  /// Returns the nearest key and the 14-bit pitch bend: `8192 + cents × 8192 / 200`, rounded to the
  /// nearest and clamped to 0…16383. 50 cents above a key is 10240.
  package static func keyAndBend(_ frequency: Frequency) -> (key: UInt8, bend: UInt16) {
    let (note, cents) = FrequencyCalculation.midiNoteAndCents(frequency: frequency)
    return (note.number, bend(cents: cents.value))
  }

  package static func bend(_ frequency: Frequency, key: UInt8) -> UInt16 {
    bend(cents: (FrequencyCalculation.noteNumber(frequency: frequency) - Double(key)) * 100)
  }

  private static func bend(cents: Double) -> UInt16 {
    let bend = (8192 + cents * 8192 / Double(rangeSemitones * 100))
      .rounded(.toNearestOrAwayFromZero)
    return UInt16(min(max(bend, 0), 16383))
  }

  /// Returns the events that set the pitch-bend range: RPN 0, data entry, and the null RPN.
  package static func setUp(channel: UInt8) -> [TimedEvent] {
    [(101, 0), (100, 0), (6, UInt8(rangeSemitones)), (38, 0), (101, 127), (100, 127)].map {
      TimedEvent(frame: 0, event: .controlChange(channel: channel, controller: $0.0, value: $0.1))
    }
  }

  /// Returns the events of a note: a fade-out of the previous note, bend, note-on of `key` or else
  /// the nearest, and ``stop(channel:at:fadeFrames:)``.
  package static func note(
    channel: UInt8, frequency: Frequency, velocity: Velocity, frames: Int, fadeFrames: Int,
    key override: UInt8? = nil
  ) -> [TimedEvent] {
    var (key, bend) = keyAndBend(frequency)
    if let override { (key, bend) = (override, Self.bend(frequency, key: override)) }
    let fade = min(fadeFrames, frames)
    return [
      TimedEvent(frame: 0, event: .fadeChannel(channel, frames: fadeFrames)),
      TimedEvent(frame: 0, event: .pitchBend(channel: channel, value: bend)),
      TimedEvent(frame: 0, event: .noteOn(channel: channel, key: key, velocity: velocity.value)),
    ] + stop(channel: channel, at: frames - fade, fadeFrames: fade)
  }

  /// Returns the events that fade out the channel and then center the pitch bend.
  package static func stop(channel: UInt8, at frame: Int = 0, fadeFrames: Int) -> [TimedEvent] {
    [
      TimedEvent(frame: frame, event: .fadeChannel(channel, frames: fadeFrames)),
      TimedEvent(frame: frame + fadeFrames, event: .pitchBend(channel: channel, value: 8192)),
    ]
  }
}
