public import PeachPlayback
public import PeachSynthesis

/// The way in which the notes of a preset are played: pitch, recordings, and the caches of what has
/// been measured.
///
/// ```swift
/// try SoundFontNotePlayer(playing: cello, on: engine, options: NoteOptions(tone: .recorded))
/// ```
public struct NoteOptions: Sendable {
  /// The way in which the pitch is sent to the synthesizer.
  public var pitchMode: PitchMode
  /// The pitch corrections; `nil` to play the preset uncorrected. A preset that the cache does not
  /// contain is measured first, which takes up to a third of a second.
  public var intonation: IntonationCache?
  /// The way in which the recordings are played.
  public var tone: ToneStyle
  /// The cache of straight tones. Recordings that it does not contain are straightened when notes
  /// first need them, which takes up to a second each.
  public var straightTones: StraightToneCache
  /// The interpolation of offline rendering; a ``PlaybackEngine`` has its own.
  public var interpolation: InterpolationQuality

  /// Creates options, by default those of straight tones that are in tune.
  public init(
    pitchMode: PitchMode = .frequency, intonation: IntonationCache? = IntonationCache(),
    tone: ToneStyle = .straight, straightTones: StraightToneCache = StraightToneCache(),
    interpolation: InterpolationQuality = .doubled
  ) {
    self.pitchMode = pitchMode
    self.intonation = intonation
    self.tone = tone
    self.straightTones = straightTones
    self.interpolation = interpolation
  }

  /// The fades and the pitch mode of the notes of a preset.
  var style: NoteStyle { .sampled(pitchMode, vibrato: tone.vibrato) }
}
