public import PeachMusicUnits

/// A note that a session wants to be heard.
public struct TrialNote: Hashable, Sendable {
  /// Its pitch.
  public var frequency: Frequency
  /// Its level against the sound's usual one, in decibels.
  public var levelDecibels: Double
  /// How long it sounds, in seconds; nil for one that sounds until it is stopped.
  public var durationSeconds: Double?

  /// A note of a frequency.
  public init(frequency: Frequency, levelDecibels: Double = 0, durationSeconds: Double? = nil) {
    self.frequency = frequency
    self.levelDecibels = levelDecibels
    self.durationSeconds = durationSeconds
  }
}
