public import PeachMusicUnits

/// One of several notes that a player plays together, with its start time.
///
/// ```swift
/// let reference = ScheduledNote(frequency: .hertz(440), duration: .seconds(1))
/// let target = ScheduledNote(
///   at: .seconds(1), frequency: .hertz(442), duration: .seconds(1),
///   region: RegionSelector(frequency: .hertz(440)))
/// try await player.play([reference, target]) { _ in }
/// ```
public struct ScheduledNote: Hashable, Sendable {
  /// The time from the start of the sequence to the start of the note, at most a day.
  public var start: Duration
  /// The pitch.
  public var frequency: Frequency
  /// The exact duration; positive, at most a day.
  public var duration: Duration
  /// The amplitude relative to the sound at full velocity, 0…1; 0.5 is −6.02 dB.
  public var amplitude: Double
  /// The note whose sample to use; `nil` for the sample nearest to ``frequency``.
  public var region: RegionSelector?

  /// Creates a note.
  public init(
    at start: Duration = .zero, frequency: Frequency, duration: Duration, amplitude: Double = 0.8,
    region: RegionSelector? = nil
  ) {
    self.start = start
    self.frequency = frequency
    self.duration = duration
    self.amplitude = amplitude
    self.region = region
  }
}
