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

  /// The amplitude for players, 0…1; 0.25 at the default level, so that 12 dB more are possible.
  public var amplitude: Double { 0.25 * Decibels(levelDecibels).amplitude }

  /// The amplitude by which players select a sample: the same at any level, and so the same timbre.
  public static var sampleAmplitude: Double { 0.5 }
}
