public import PeachMusicUnits

/// Plays notes at exactly the pitch asked for: an app's whole view of sound (N1).
///
/// Pitch is in hertz, time in seconds, loudness 0…1; no caller ever sees MIDI. Every player passes
/// one and the same suite of tests. Any thread but the audio thread.
///
/// ```swift
/// try await player.play(frequency: .hertz(442.3), duration: .seconds(2), amplitude: 0.8)
/// ```
public protocol NotePlayer: Sendable {
  /// Sounds a note and returns when it is over; it ends to the frame after `duration`.
  ///
  /// `amplitude` is brought within 0…1; at 0 nothing sounds, and the time passes all the same.
  /// Cancelling the task ends the note and throws `CancellationError`; ``stop()`` ends it and this
  /// returns. Throws ``NotePlayerError`` where the frequency is not playable, the duration is not
  /// positive, or the device has failed.
  ///
  /// With a `reference` it sounds from that note's recording, at its own pitch and loudness.
  func play(
    frequency: Frequency, duration: Duration, amplitude: Double, like reference: NoteReference?
  ) async throws

  /// Sounds notes, each at its time on the device's own clock, and returns when the last is over.
  ///
  /// All are given to the device together: what lies between them is exact to the frame, whatever
  /// else the machine does. `onBeginning` is called with a note's index once its first frame has been
  /// rendered, on any thread. Stopping, cancelling and errors are those of
  /// ``play(frequency:duration:amplitude:like:)``.
  func play(
    _ notes: [ScheduledNote], onBeginning: @escaping @Sendable (Int) -> Void
  ) async throws

  /// Fades out what sounds, without a click, and returns when it is silent. The player is ready for
  /// the next note.
  func stop() async throws

  /// Begins a note that sounds until it is released or all is stopped; with a `reference`, from that
  /// note's recording.
  func start(
    frequency: Frequency, amplitude: Double, like reference: NoteReference?
  ) async throws -> HeldNote

  /// Moves a held note to another pitch while it sounds. Nothing happens to one that is over.
  func retune(_ note: HeldNote, to frequency: Frequency) async throws

  /// Lets go of a held note; it fades as its sound does. Nothing happens to one that is over.
  func release(_ note: HeldNote) async throws
}

extension NotePlayer {
  /// Sounds a note from the recording nearest to it; see ``play(frequency:duration:amplitude:like:)``.
  public func play(frequency: Frequency, duration: Duration, amplitude: Double) async throws {
    try await play(frequency: frequency, duration: duration, amplitude: amplitude, like: nil)
  }

  /// Begins a note from the recording nearest to it; see ``start(frequency:amplitude:like:)``.
  public func start(frequency: Frequency, amplitude: Double) async throws -> HeldNote {
    try await start(frequency: frequency, amplitude: amplitude, like: nil)
  }
}

/// A note that was started and not yet released; means something to the player that gave it.
public struct HeldNote: Hashable, Sendable {
  /// The player's number for it; 0 is silence.
  public var id: UInt64

  /// The note of this number.
  public init(id: UInt64) { self.id = id }
}
