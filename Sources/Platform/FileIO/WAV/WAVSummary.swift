/// Statistics of the frames in a WAV file.
public struct WAVSummary: Hashable, Sendable {
  /// The number of frames.
  public var frameCount = 0
  /// The number of frames with a value outside −1…1, which the integer formats clip.
  public var clippedFrameCount = 0
  /// The number of frames with a NaN, which is written as 0.
  public var invalidFrameCount = 0
  /// The peak absolute value before clipping; 1 is full scale.
  public var peak: Float = 0
}
