/// What a live session does at a moment.
public struct LiveMeter: Hashable, Sendable {
  /// The largest absolute values since it was last read, 1 being full scale.
  public var peakLeft: Float = 0
  /// The right channel's.
  public var peakRight: Float = 0
  /// The largest share of its time that a block took since it was last read; from 1 on it is too late.
  public var load = 0.0
  /// How many voices sound.
  public var voiceCount = 0
  /// How many blocks came too late since the output was opened, as it says.
  public var lateCount = 0
}
