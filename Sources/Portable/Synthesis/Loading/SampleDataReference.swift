/// Where regions look for a recording's frames, which may come and go, and how loud these are.
struct SampleDataReference: BitwiseCopyable {
  /// Frame 0; nil while the frames are not in memory.
  var frames: UnsafePointer<Float>?
  /// The loudest of all frames, and of the loop's; 1 is full scale.
  var peak: Float = 0
  var loopPeak: Float = 0
}
