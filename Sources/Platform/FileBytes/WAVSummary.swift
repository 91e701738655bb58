/// What went into a WAV file.
public struct WAVSummary: Hashable, Sendable {
  /// How many frames were written.
  public var frameCount = 0
  /// Frames with a value beyond −1…1: cut off in the integer formats, kept as they are in float,
  /// where whatever plays the file will cut them off.
  public var clippedFrameCount = 0
  /// Frames with a value that is not a number; it was written as 0.
  public var invalidFrameCount = 0
  /// The largest distance from 0 of any value, before clipping; 1 is full scale.
  public var peak: Float = 0
}
