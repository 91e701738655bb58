public import PeachMusicUnits
public import PeachPlayback

/// Plays notes at exactly the requested pitch.
///
/// All players have the same timing and the same level for an amplitude. Call on any thread but the
/// audio thread.
///
/// ```swift
/// try await player.play(frequency: .hertz(442.3), duration: .seconds(2), amplitude: 0.8)
/// ```
public protocol NotePlayer: Sendable {
  /// Plays a note and returns when it is over, exactly `duration` after its first frame. Canceling
  /// the task ends the note and throws `CancellationError`. If ``stop()`` ends the note, this
  /// function returns.
  ///
  /// - Parameters:
  ///   - amplitude: The amplitude relative to the sound at full velocity, clamped to 0…1: 0.5 is
  ///     −6.02 dB, with every player. It also selects the velocity, `round(amplitude · 127)`, for
  ///     the sound's own samples and timbre. A note of amplitude 0 is silent.
  ///   - region: The note whose sample to use; `nil` for the sample nearest to `frequency`.
  /// - Throws: ``NotePlayerError`` if the frequency is not playable, the sound has no sample for
  ///   it, the duration is not positive, or the device failed.
  func play(frequency: Frequency, duration: Duration, amplitude: Double, region: RegionSelector?)
    async throws

  /// Plays notes, each at its time on the device's clock, and returns when the last one is over.
  /// The device receives all notes together, so that the times between them are sample-accurate.
  /// Stopping, cancellation and errors are those of ``play(frequency:duration:amplitude:region:)``.
  ///
  /// - Parameter onBeginning: Called on any thread with a note's index when its first frame has
  ///   been rendered.
  func play(_ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void) async throws

  /// Fades out all notes without a click. Returns when the player, which stays usable, is silent.
  func stop() async throws

  /// Starts a note that plays until it is released or the player is stopped.
  func start(
    frequency: Frequency, amplitude: Double, region: RegionSelector?
  ) async throws -> HeldNote

  /// Changes the pitch of a held note. Does nothing if the note is over.
  func retune(_ note: HeldNote, to frequency: Frequency) async throws

  /// Releases a held note, which ends with its sound's release. Does nothing if the note is over.
  func release(_ note: HeldNote) async throws

  /// Sets the amount of the recorded vibrato of straight tones, clamped to 0…2, for all notes:
  /// active ones change immediately. 1 is as recorded. By default does nothing.
  func setVibrato(_ amount: Double) async throws
}

extension NotePlayer {
  /// Does nothing, because the sound has no recorded vibrato.
  public func setVibrato(_ amount: Double) async throws {}

  /// Plays a note with the sample nearest to its frequency.
  public func play(frequency: Frequency, duration: Duration, amplitude: Double) async throws {
    try await play(frequency: frequency, duration: duration, amplitude: amplitude, region: nil)
  }

  /// Starts a note with the sample nearest to its frequency.
  public func start(frequency: Frequency, amplitude: Double) async throws -> HeldNote {
    try await start(frequency: frequency, amplitude: amplitude, region: nil)
  }
}
