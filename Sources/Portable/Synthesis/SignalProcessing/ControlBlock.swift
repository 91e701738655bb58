/// The control rate: envelopes, LFOs, filters and effects are updated once per control block and
/// ramped linearly within it. Blocks are aligned to multiples of their size in the output, so the
/// result does not depend on how the host splits its buffers.
enum ControlBlock {
  /// The size of a control block, in frames.
  static var frames: Int { 64 }
  /// The size of a long control block, in frames, for voices whose only modulation is a steady decay.
  static var longFrames: Int { 256 }
}
