public import PeachInstrumentModel

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
  /// The preset that it plays, and its bank.
  package let source: BankPreset
  /// Keeps samples in memory for further players of the same bank.
  private let instruments: SharedInstruments

  /// The preset that it plays.
  public var preset: Preset { source.preset }

  /// Creates a player on `engine`. Decodes the preset's samples. Those of straight tones are
  /// decoded and straightened when a note first needs them, or before that on another thread.
  ///
  /// - Throws: `SampleCodecError` if a sample cannot be decoded; ``NotePlayerError/noFreeChannel``.
  public init(
    playing preset: BankPreset, on engine: PlaybackEngine, options: NoteOptions = NoteOptions()
  ) throws {
    source = preset
    instruments = engine.instruments(of: preset.bank)
    try super.init(
      engine: engine,
      preset: PlayerPreset(playing: preset, by: instruments, options: options, isEager: true),
      style: options.style)
  }

  /// Creates a player on the system's default audio device.
  ///
  /// - Throws: `AudioDeviceError`, in addition to the errors of ``init(playing:on:options:)``.
  public convenience init(
    playing preset: BankPreset, options: NoteOptions = NoteOptions()
  ) throws {
    try self.init(playing: preset, on: .systemOutput(), options: options)
  }
}
