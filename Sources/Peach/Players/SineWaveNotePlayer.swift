/// Plays sine waves with the engine of sampled instruments, so that timing, stopping and pitch are
/// equal.
public final class SineWaveNotePlayer: ChannelPlayer, @unchecked Sendable {
  /// Creates a player on `engine`.
  ///
  /// - Throws: ``NotePlayerError/noFreeChannel``.
  public init(on engine: PlaybackEngine) throws {
    try super.init(engine: engine, preset: SineWave.bank.prepared(), style: .sine)
  }
}
