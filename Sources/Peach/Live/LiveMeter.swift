/// The current levels and load of a live session.
public struct LiveMeter: Hashable, Sendable {
  /// The peak absolute value of the left channel since the last reading; 1 is full scale.
  public var peakLeft: Float = 0
  /// The peak of the right channel.
  public var peakRight: Float = 0
  /// The maximum fraction of the real-time budget that a block used since the last reading. A block
  /// with 1 or more is late.
  public var load = 0.0
  /// The number of active voices.
  public var voiceCount = 0
  /// The number of underruns that the output reports.
  public var xrunCount = 0
}
