import PeachPlayback

/// Plays sine waves.
///
/// It uses the same engine as sampled instruments, so that timing, stopping and pitch are equal.
///
/// ```swift
/// try await SineWaveNotePlayer(on: engine)
///   .play(frequency: .hertz(442.3), duration: .seconds(1), amplitude: 0.5)
/// ```
public final class SineWaveNotePlayer: ChannelPlayer, @unchecked Sendable {
  /// Creates a player on `engine`.
  ///
  /// - Throws: ``NotePlayerError/noFreeChannel``.
  public init(on engine: PlaybackEngine) throws {
    let sine = try SineWave.bank.prepared(interpolation: engine.interpolation)
    try super.init(engine: engine, preset: PlayerPreset(sine), style: .sine)
  }
}

extension SineWave {
  /// The sine wave as a preset.
  static var bank: BankPreset { BankPreset(bank: soundBank, index: 0) }
}

/// Plays a tone with eight partials, whose intervals beat if they are out of tune. Those of sine
/// waves do not.
public final class HarmonicNotePlayer: ChannelPlayer, @unchecked Sendable {
  /// Creates a player on `engine`.
  ///
  /// - Throws: ``NotePlayerError/noFreeChannel``.
  public init(on engine: PlaybackEngine) throws {
    let tone = BankPreset(bank: HarmonicTone.soundBank, index: 0)
    try super.init(
      engine: engine,
      preset: PlayerPreset(tone.prepared(interpolation: engine.interpolation)), style: .sine)
  }
}
