/// The stored frames of a sample, and the form that they have.
struct SampleFrames: BitwiseCopyable {
  enum Form: BitwiseCopyable {
    /// The frames of the sample.
    case original
    /// Two frames for each frame of the sample, filtered by the doubling kernel.
    case doubled

    /// The binary logarithm of the stored frames for each frame of the sample.
    var rateShift: Int64 { self == .doubled ? 1 : 0 }
  }

  /// Frame 0; zeros are stored before it and after the end.
  let first: UnsafePointer<Float>
  let form: Form
}
