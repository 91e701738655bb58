public import PeachMusicUnits

/// A note at its time among others that a player is given at once.
///
/// ```swift
/// let reference = ScheduledNote(frequency: .hertz(440), duration: .seconds(1))
/// let target = ScheduledNote(
///   at: .seconds(1), frequency: .hertz(442), duration: .seconds(1),
///   like: NoteReference(frequency: .hertz(440)))
/// try await player.play([reference, target]) { _ in }
/// ```
public struct ScheduledNote: Hashable, Sendable {
  /// From the beginning of all to the beginning of this one; 0 or more, at most a day.
  public var start: Duration
  /// Its pitch.
  public var frequency: Frequency
  /// How long it sounds, to the frame; above 0, at most a day.
  public var duration: Duration
  /// How loud, 0…1.
  public var amplitude: Double
  /// The note whose recording it sounds from; nil for the one nearest to it.
  public var reference: NoteReference?

  /// A note at a time.
  public init(
    at start: Duration = .zero, frequency: Frequency, duration: Duration, amplitude: Double = 0.8,
    like reference: NoteReference? = nil
  ) {
    self.start = start
    self.frequency = frequency
    self.duration = duration
    self.amplitude = amplitude
    self.reference = reference
  }

  /// Throws ``NotePlayerError`` for times that no note can have.
  func checkTimes() throws(NotePlayerError) {
    let (seconds, begin) = (duration / .seconds(1), start / .seconds(1))
    guard seconds > 0 && seconds <= 86_400 else {
      throw .durationOutOfRange(seconds: seconds)
    }
    guard begin >= 0 && begin <= 86_400 else { throw .durationOutOfRange(seconds: begin) }
  }
}
