/// The control rate: envelopes, LFOs, filters and effects are updated once per control block and
/// ramped linearly within it. Blocks are aligned to multiples of their size in the output, so the
/// result does not depend on how the host splits its buffers.
enum ControlBlock {
  /// The size of a control block, in frames.
  static var frames: Int { 64 }
  /// The size of a long control block, in frames, for voices whose only modulation is a steady decay.
  static var longFrames: Int { 256 }

  /// Returns the offset of a frame of the output in its control block.
  @inline(__always) static func offset(of frame: Int) -> Int { frame & (frames &- 1) }

  /// Returns the number of frames from `frame` to the end of its control block.
  @inline(__always) static func framesRemaining(from frame: Int) -> Int {
    frames &- offset(of: frame)
  }

  /// Returns the number of frames from `frame` to the end of its long control block.
  @inline(__always) static func longFramesRemaining(from frame: Int) -> Int {
    longFrames &- (frame & (longFrames &- 1))
  }
}
