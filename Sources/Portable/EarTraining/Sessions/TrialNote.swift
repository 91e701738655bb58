public import PeachMusicUnits

/// A note of a trial.
public struct TrialNote: Hashable, Sendable {
  /// The frequency.
  public var frequency: Frequency
  /// The level relative to the default, in decibels.
  public var levelDecibels: Double
  /// The duration in seconds, or `nil` to play until stopped.
  public var durationSeconds: Double?

  /// Creates a note.
  public init(frequency: Frequency, levelDecibels: Double = 0, durationSeconds: Double? = nil) {
    self.frequency = frequency
    self.levelDecibels = levelDecibels
    self.durationSeconds = durationSeconds
  }
}
