import PeachMusicUnits
import PeachSynthesis

/// A pitch by way of MIDI, exactly as a host would send it (N5): nearest key and pitch bend.
public enum MIDIBendPath {
  /// How far the wheel reaches either way, in semitones; set by RPN 0.
  public static let rangeSemitones = 2

  /// The key and the wheel's position for a frequency: `8192 + cents·8192/200`, rounded to the
  /// nearest, within 0…16383.
  ///
  /// 50 cents above a key are 10240. Beyond the keyboard the wheel stays at the end of its travel.
  public static func keyAndBend(_ frequency: Frequency) -> (key: UInt8, bend: UInt16) {
    let (note, cents) = FrequencyCalculation.midiNoteAndCents(frequency: frequency)
    let travel = Double(rangeSemitones * 100)
    let bend = (8192 + cents.value * 8192 / travel).rounded(.toNearestOrAwayFromZero)
    return (note.number, UInt16(min(max(bend, 0), 16383)))
  }

  /// The same from a key that is given.
  static func bend(_ frequency: Frequency, key: UInt8) -> UInt16 {
    let place = FrequencyCalculation.noteNumber(frequency: frequency)
    let cents = (place - Double(key)) * 100
    let bend = (8192 + cents * 8192 / Double(rangeSemitones * 100))
      .rounded(.toNearestOrAwayFromZero)
    return UInt16(min(max(bend, 0), 16383))
  }

  /// Throws where the wheel does not reach from `key` to the frequency.
  static func check(_ frequency: Frequency, key: UInt8) throws(NotePlayerError) {
    let place = FrequencyCalculation.noteNumber(frequency: frequency)
    guard abs(place - Double(key)) <= Double(rangeSemitones) else {
      throw .beyondTheWheel(hertz: frequency.hertz, key: key)
    }
  }

  /// Sets the wheel's range: RPN 0 chosen, data entered, and "null" chosen so that nothing else is.
  static func setUp(channel: UInt8) -> [TimedEvent] {
    let settings: [(UInt8, UInt8)] = [
      (101, 0), (100, 0), (6, UInt8(rangeSemitones)), (38, 0), (101, 127), (100, 127),
    ]
    return settings.map {
      TimedEvent(
        frame: 0, event: .controlChange(channel: channel, controller: $0.0, value: $0.1))
    }
  }

  /// A note of so many frames: what still sounds fades, then the bend before the key, a fade within
  /// the last `fadeFrames`, and the wheel back in the middle when nothing sounds any more. The key is
  /// the nearest, unless one is given.
  static func note(
    channel: UInt8, frequency: Frequency, velocity: Velocity, frames: Int, fadeFrames: Int,
    key given: UInt8? = nil
  ) -> [TimedEvent] {
    var (key, bend) = keyAndBend(frequency)
    if let given { (key, bend) = (given, Self.bend(frequency, key: given)) }
    let fade = min(fadeFrames, frames)
    return [
      TimedEvent(frame: 0, event: .fadeChannel(channel, frames: fadeFrames)),
      TimedEvent(frame: 0, event: .pitchBend(channel: channel, value: bend)),
      TimedEvent(frame: 0, event: .noteOn(channel: channel, key: key, velocity: velocity.value)),
    ] + stop(channel: channel, at: frames - fade, fadeFrames: fade)
  }

  /// What sounds fades out, and then the wheel goes back to the middle.
  static func stop(channel: UInt8, at frame: Int = 0, fadeFrames: Int) -> [TimedEvent] {
    [
      TimedEvent(frame: frame, event: .fadeChannel(channel, frames: fadeFrames)),
      TimedEvent(frame: frame + fadeFrames, event: .pitchBend(channel: channel, value: 8192)),
    ]
  }
}
