/// The frames of a sample, which may be loaded on demand, and their peaks.
struct SampleDataReference: BitwiseCopyable {
  /// The first frame; `nil` while the data is not loaded.
  var frames: UnsafePointer<Float>?
  /// The peaks of all frames and of the loop; 1 is full scale.
  var peak: Float = 0
  var loopPeak: Float = 0
}
