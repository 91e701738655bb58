package import PeachMusicUnits
package import PeachSynthesis

/// The fades and the pitch mode of a player's notes.
package struct NoteStyle: Sendable {
  package var pitchMode: PitchMode
  /// The duration of the raised-cosine fade-in, in seconds; 0 for none.
  package var fadeInSeconds: Double
  /// The duration of the raised-cosine fade-out at the end of a note, in seconds.
  package var fadeOutSeconds: Double
  /// The amount of recorded vibrato until ``NotePlayer/setVibrato(_:)`` changes it, 0…2.
  package var vibrato = 0.0

  /// The fade-out time of notes that are stopped or whose preset is replaced, in seconds.
  package static let fadeSeconds = 0.01

  /// The style for sampled instruments, which keep their own attack.
  package static func sampled(_ pitchMode: PitchMode, vibrato: Double = 0) -> NoteStyle {
    NoteStyle(
      pitchMode: pitchMode, fadeInSeconds: 0, fadeOutSeconds: fadeSeconds,
      vibrato: vibrato)
  }

  package static let sine = NoteStyle(
    pitchMode: .frequency, fadeInSeconds: 0.01, fadeOutSeconds: fadeSeconds)

  /// Returns the events that a channel needs before its first note.
  package func setUp(channel: UInt8) -> [TimedEvent] {
    [TimedEvent(frame: 0, event: Self.vibrato(vibrato, channel: channel))]
      + (pitchMode == .midiBend ? PitchBendEncoder.setUp(channel: channel) : [])
  }

  /// Returns the event that sets the amount of recorded vibrato, 0…2.
  package static func vibrato(_ amount: Double, channel: UInt8) -> SynthesizerEvent {
    .vibratoAmount(channel: channel, amount: Float(amount))
  }

  /// Returns the events of a note of `frames` frames; `nil` for a held note. A note of amplitude 0
  /// has none.
  package func events(
    id: UInt64, channel: UInt8, frequency: Frequency, amplitude: Double, frames: Int?,
    sampleRate: Double, region: RegionSelector? = nil
  ) -> [TimedEvent] {
    guard let velocity = Velocity(amplitude: amplitude) else { return [] }
    let fadeOut = Int((fadeOutSeconds * sampleRate).rounded())
    if pitchMode == .midiBend, let frames {
      return PitchBendEncoder.note(
        channel: channel, frequency: frequency, velocity: Velocity(level: amplitude) ?? velocity,
        frames: frames, fadeFrames: fadeOut, key: region?.keyAndVelocity.key)
    }
    let note = Note(
      id: id, channel: channel, noteNumber: FrequencyCalculation.noteNumber(frequency: frequency),
      velocity: region?.keyAndVelocity.velocity ?? velocity.value, amplitude: min(amplitude, 1),
      regionKey: region?.keyAndVelocity.key, durationFrames: frames,
      fadeInFrames: Int((fadeInSeconds * sampleRate).rounded()), fadeOutFrames: fadeOut)
    return [TimedEvent(frame: 0, event: .startNote(note))]
  }
}

/// The way a note's pitch is sent to the synthesizer.
public enum PitchMode: Hashable, Sendable {
  /// As a frequency: exact.
  case frequency
  /// As MIDI: the nearest key and a 14-bit pitch bend of ±2 semitones, within 0.013 cents. The
  /// player is monophonic: a new note ends the previous one. Durations and stops are exact. Held
  /// notes use ``frequency``, so that they can be retuned beyond the pitch-bend range. A
  /// ``RegionSelector`` sets the key, so that the note must be within two semitones of it; its
  /// amplitude is ignored. The level is that of the nearest velocity.
  case midiBend
}
