import PeachAudioOutput
public import PeachInstrumentModel

/// Plays a preset of a sound bank of any format.
///
/// ```swift
/// let bank = try SoundBank(contentsOf: "FluidR3_GM.sf2")
/// let player = try SoundFontNotePlayer(playing: bank.preset(bank: 0, program: 42))
/// try await player.play(frequency: .hertz(442.3), duration: .seconds(2), amplitude: 0.8)
/// ```
/// The pitch errors of samples are measured when a preset is first used, and corrected.
public final class SoundFontNotePlayer: ChannelPlayer, @unchecked Sendable {
  /// The preset that it plays.
  public let preset: Preset
  /// Keeps samples in memory for further players of the same bank.
  private let instruments: SharedInstruments

  /// Creates a player on `engine`. Reads and decodes the preset's samples.
  ///
  /// - Parameters:
  ///   - intonation: The pitch corrections; `nil` to play the preset uncorrected.
  ///   - steadyPitch: Whether to remove vibrato and all other pitch modulation by the bank.
  /// - Throws: `SampleCodecError` if a sample cannot be decoded; ``NotePlayerError/noFreeChannel``.
  public init(
    playing preset: BankPreset, on engine: PlaybackEngine, pitchMode: PitchMode = .frequency,
    intonation: IntonationCache? = IntonationCache(), steadyPitch: Bool = false
  ) throws {
    self.preset = preset.preset
    instruments = engine.instruments(of: preset.bank)
    try super.init(
      engine: engine,
      preset: preset.prepared(by: instruments, intonation: intonation, steadyPitch: steadyPitch),
      style: .sampled(pitchMode))
  }

  /// Creates a player on the system's default audio device.
  ///
  /// - Throws: `AudioDeviceError`, in addition to the errors of
  ///   ``init(playing:on:pitchMode:intonation:steadyPitch:)``.
  public convenience init(
    playing preset: BankPreset, pitchMode: PitchMode = .frequency,
    intonation: IntonationCache? = IntonationCache(), steadyPitch: Bool = false
  ) throws {
    let engine = try PlaybackEngine(device: AudioDevices.open())
    try self.init(
      playing: preset, on: engine, pitchMode: pitchMode, intonation: intonation,
      steadyPitch: steadyPitch)
  }
}
