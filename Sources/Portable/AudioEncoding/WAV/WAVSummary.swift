/// Statistics of the frames in a WAV file.
package struct WAVSummary: Hashable, Sendable {
  package var frameCount = 0
  /// The number of frames with a value outside −1…1, which the integer formats clip.
  package var clippedFrameCount = 0
  /// The number of frames with a NaN, which is written as 0.
  package var invalidFrameCount = 0
  /// The peak absolute value before clipping; 1 is full scale.
  package var peak: Float = 0

  package init(
    frameCount: Int = 0, clippedFrameCount: Int = 0, invalidFrameCount: Int = 0, peak: Float = 0
  ) {
    (self.frameCount, self.clippedFrameCount) = (frameCount, clippedFrameCount)
    (self.invalidFrameCount, self.peak) = (invalidFrameCount, peak)
  }
}
