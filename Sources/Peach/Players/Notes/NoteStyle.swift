import PeachMusicUnits
import PeachSynthesis

/// The fades and the pitch mode of a player's notes.
struct NoteStyle: Sendable {
  var pitchMode: PitchMode
  /// The duration of the raised-cosine fade-in, in seconds; 0 for none.
  var fadeInSeconds: Double
  /// The duration of the raised-cosine fade-out at the end of a note, in seconds.
  var fadeOutSeconds: Double
  /// The amount of recorded vibrato until ``NotePlayer/setVibrato(_:)`` changes it, 0…2.
  var vibrato = 0.0

  /// The style for sampled instruments, which keep their own attack.
  static func sampled(_ pitchMode: PitchMode, vibrato: Double = 0) -> NoteStyle {
    NoteStyle(
      pitchMode: pitchMode, fadeInSeconds: 0, fadeOutSeconds: PlaybackEngine.fadeSeconds,
      vibrato: vibrato)
  }

  static let sine = NoteStyle(
    pitchMode: .frequency, fadeInSeconds: 0.01, fadeOutSeconds: PlaybackEngine.fadeSeconds)

  /// Returns the events that a channel needs before its first note.
  func setUp(channel: UInt8) -> [TimedEvent] {
    [TimedEvent(frame: 0, event: Self.vibrato(vibrato, channel: channel))]
      + (pitchMode == .midiBend ? PitchBendEncoder.setUp(channel: channel) : [])
  }

  /// Returns the event that sets the amount of recorded vibrato, 0…2.
  static func vibrato(_ amount: Double, channel: UInt8) -> SynthesizerEvent {
    .vibratoAmount(channel: channel, amount: Float(amount))
  }

  /// Returns the preset, or the part of it, with the regions of a note; `nil` for a silent note.
  /// Throws if the note or its region is not playable, if the preset has no region for it, if it is
  /// outside the key's pitch-bend range, or if a sample cannot be decoded.
  @discardableResult func check(
    _ frequency: Frequency, amplitude: Double, region: RegionSelector?, of preset: PlayerPreset,
    isHeld: Bool = false
  ) throws -> PreparedPreset? {
    guard frequency.isPlayable else { throw NotePlayerError.notPlayable(hertz: frequency.hertz) }
    try checkPitch(frequency, region: region, isHeld: isHeld)
    let isBent = pitchMode == .midiBend && !isHeld
    let selector = region ?? RegionSelector(frequency: frequency, amplitude: amplitude)
    let key = selector.keyAndVelocity.key
    guard let level = Velocity(level: amplitude)?.value else { return nil }
    let velocity = isBent ? level : selector.keyAndVelocity.velocity
    let part = try preset.prepared(key: key, velocity: velocity)
    if !part.hasRegions(key: key, velocity: velocity) {
      throw NotePlayerError.noRegion(
        hertz: selector.frequency.hertz, key: key, velocity: velocity, ranges: preset.keyRanges)
    }
    return part
  }

  private func checkPitch(
    _ frequency: Frequency, region: RegionSelector?, isHeld: Bool
  ) throws(NotePlayerError) {
    if let region, !region.frequency.isPlayable {
      throw .notPlayable(hertz: region.frequency.hertz)
    }
    if pitchMode == .midiBend && !isHeld {
      // Without a region, the nearest key: out of range below key 0 and above key 127.
      let selector = region ?? RegionSelector(frequency: frequency)
      try PitchBendEncoder.check(frequency, key: selector.keyAndVelocity.key)
    }
  }

  /// Returns the events of a note of `frames` frames; `nil` for a held note. A note of amplitude 0
  /// has none.
  func events(
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

/// The way in which a note's pitch is sent to the synthesizer.
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
