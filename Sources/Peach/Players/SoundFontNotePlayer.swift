import PeachAudioOutput
public import PeachInstrumentModel
public import PeachPlayback

/// Plays a preset of a sound bank of any format.
///
/// ```swift
/// let bank = try SoundBank(contentsOf: "FluidR3_GM.sf2")
/// let player = try SoundFontNotePlayer(playing: bank.preset(bank: 0, program: 42))
/// try await player.play(frequency: .hertz(442.3), duration: .seconds(2), amplitude: 0.8)
/// ```
/// The pitch errors of samples are measured when a preset is first used, and corrected. The pitch
/// contour of the recordings (vibrato, scoop and drift) is removed: see ``ToneStyle``.
public final class SoundFontNotePlayer: ChannelPlayer, @unchecked Sendable {
  /// The preset that it plays.
  public let preset: Preset
  /// Keeps samples in memory for further players of the same bank.
  private let instruments: SharedInstruments

  /// Creates a player on `engine`. Decodes the preset's samples. Those of straight tones are decoded
  /// and straightened when a note first needs them, or before that on another thread.
  ///
  /// - Parameters:
  ///   - intonation: The pitch corrections; `nil` to play the preset uncorrected.
  ///   - tone: The way in which the recordings are played.
  ///   - straightTones: The cache of straight tones.
  /// - Throws: `SampleCodecError` if a sample cannot be decoded; ``NotePlayerError/noFreeChannel``.
  public init(
    playing preset: BankPreset, on engine: PlaybackEngine, pitchMode: PitchMode = .frequency,
    intonation: IntonationCache? = IntonationCache(), tone: ToneStyle = .straight,
    straightTones: StraightToneCache = StraightToneCache()
  ) throws {
    self.preset = preset.preset
    instruments = engine.instruments(of: preset.bank)
    try super.init(
      engine: engine,
      preset: preset.playerPreset(
        by: instruments, intonation: intonation, tone: tone, straightTones: straightTones),
      style: .sampled(pitchMode, vibrato: tone.vibrato))
  }

  /// Creates a player on the system's default audio device.
  ///
  /// - Throws: `AudioDeviceError`, in addition to the errors of
  ///   ``init(playing:on:pitchMode:intonation:tone:straightTones:)``.
  public convenience init(
    playing preset: BankPreset, pitchMode: PitchMode = .frequency,
    intonation: IntonationCache? = IntonationCache(), tone: ToneStyle = .straight,
    straightTones: StraightToneCache = StraightToneCache()
  ) throws {
    let engine = try PlaybackEngine(device: AudioDevices.open())
    try self.init(
      playing: preset, on: engine, pitchMode: pitchMode, intonation: intonation,
      tone: tone, straightTones: straightTones)
  }
}
