import PeachMusicUnits
import PeachSynthesis

/// How a player's notes begin and end, and how they get their pitch.
struct NoteStyle: Sendable {
  var path: PitchPath
  /// A raised cosine at the beginning; 0 leaves the recording's own.
  var fadeInSeconds: Double
  /// A raised cosine at the end, within the duration.
  var fadeOutSeconds: Double

  /// For recordings, which begin as they were played.
  static func sampled(_ path: PitchPath) -> NoteStyle {
    NoteStyle(path: path, fadeInSeconds: 0, fadeOutSeconds: 0.01)
  }

  /// For a sine, which has no beginning of its own.
  static let sine = NoteStyle(path: .direct, fadeInSeconds: 0.01, fadeOutSeconds: 0.01)

  /// What a channel needs to hear before its first note.
  func setUp(channel: UInt8) -> [TimedEvent] {
    path == .midiBend ? MIDIBendPath.setUp(channel: channel) : []
  }

  /// Throws for pitches that cannot be played: without a frequency, or by a wheel that does not
  /// reach from the reference's key.
  func check(
    _ frequency: Frequency, like reference: NoteReference?, isHeld: Bool = false
  ) throws(NotePlayerError) {
    guard frequency.isPlayable else { throw .notPlayable(hertz: frequency.hertz) }
    guard let reference else { return }
    guard reference.frequency.isPlayable else {
      throw .notPlayable(hertz: reference.frequency.hertz)
    }
    if path == .midiBend && !isHeld {
      try MIDIBendPath.check(frequency, key: reference.place.key)
    }
  }

  /// The events of a note of so many frames, or of one that is held where `frames` is nil; from the
  /// recording of `reference` where there is one.
  func events(
    id: UInt64, channel: UInt8, frequency: Frequency, velocity: Velocity, frames: Int?,
    sampleRate: Double, like reference: NoteReference? = nil
  ) -> [TimedEvent] {
    let fadeOut = Int((fadeOutSeconds * sampleRate).rounded())
    if path == .midiBend, let frames {
      return MIDIBendPath.note(
        channel: channel, frequency: frequency, velocity: velocity, frames: frames,
        fadeFrames: fadeOut, key: reference?.place.key)
    }
    let note = Note(
      id: id, channel: channel,
      noteNumber: FrequencyCalculation.noteNumber(frequency: frequency),
      velocity: velocity.value, regionKey: reference?.place.key,
      regionVelocity: reference?.place.velocity, durationFrames: frames,
      fadeInFrames: Int((fadeInSeconds * sampleRate).rounded()), fadeOutFrames: fadeOut)
    return [TimedEvent(frame: 0, event: .startNote(note))]
  }
}

/// How a note gets its pitch.
public enum PitchPath: Hashable, Sendable {
  /// In hertz, straight to the voice: exact.
  case direct
  /// As a MIDI host would: the nearest key and a 14-bit bend over ±2 semitones, within 0.013 cent.
  ///
  /// A player on this path sounds one note at a time: a new one ends the one before.
  /// Durations and stops are as exact as on the direct path. A held note is always direct: a wheel
  /// of ±2 semitones could not follow it. A ``NoteReference`` lends its key, so that the note must
  /// lie within two semitones of it; MIDI has no way to lend a loudness.
  case midiBend
}
