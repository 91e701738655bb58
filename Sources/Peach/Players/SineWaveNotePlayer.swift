public import PeachMusicUnits
import PeachSynthesis

/// Plays sine waves: the sound with nothing in it but a pitch (N9).
///
/// The same engine as for recordings, so that timing, stopping and pitch are the same.
///
/// ```swift
/// try await SineWaveNotePlayer(on: engine)
///   .play(frequency: .hertz(442.3), duration: .seconds(1), amplitude: 0.5)
/// ```
public final class SineWaveNotePlayer: NotePlayer {
  private let player: ChannelPlayer

  /// A player on `engine`. Throws ``NotePlayerError/noChannelLeft``.
  public init(on engine: PlaybackEngine) throws {
    player = try ChannelPlayer(
      engine: engine, preset: SineWave.bank.prepared(), style: .sine)
  }

  /// See ``NotePlayer/play(frequency:duration:amplitude:like:)``.
  public func play(
    frequency: Frequency, duration: Duration, amplitude: Double, like reference: NoteReference?
  ) async throws {
    try await player.play(
      frequency: frequency, duration: duration, amplitude: amplitude, like: reference)
  }

  /// See ``NotePlayer/play(_:onBeginning:)``.
  public func play(
    _ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void
  ) async throws { try await player.play(notes, onBeginning: onBeginning) }

  /// See ``NotePlayer/stop()``.
  public func stop() async throws { try await player.stop() }

  /// See ``NotePlayer/start(frequency:amplitude:like:)``.
  public func start(
    frequency: Frequency, amplitude: Double, like reference: NoteReference?
  ) async throws -> HeldNote {
    try player.start(frequency: frequency, amplitude: amplitude, like: reference)
  }

  /// See ``NotePlayer/retune(_:to:)``.
  public func retune(_ note: HeldNote, to frequency: Frequency) async throws {
    try player.retune(note, to: frequency)
  }

  /// See ``NotePlayer/release(_:)``.
  public func release(_ note: HeldNote) async throws { try player.release(note) }
}
