/// The control rate: envelopes, LFOs, filters and effects are updated once per control block and
/// ramped linearly within it. Blocks are aligned to multiples of their size in the output, so the
/// result does not depend on how the host splits its buffers.
enum ControlBlock {
  static var frames: Int { 64 }
  /// The size for voices whose only modulation is a steady decay.
  static var longFrames: Int { 256 }

  @inline(__always) static func offset(of frame: Int64) -> Int {
    Int(truncatingIfNeeded: frame) & (frames &- 1)
  }

  @inline(__always) static func framesRemaining(from frame: Int64) -> Int {
    frames &- offset(of: frame)
  }

  @inline(__always) static func longFramesRemaining(from frame: Int64) -> Int {
    longFrames &- (Int(truncatingIfNeeded: frame) & (longFrames &- 1))
  }

  /// Calls `body` with each control block's part of `count` frames: its offset in them, its offset
  /// in the block, and its length.
  @inline(__always)
  static func forEachPart(of count: Int, from frame: Int64, _ body: (Int, Int, Int) -> Void) {
    var done = 0
    while done < count {
      let now = frame &+ Int64(done)
      let run = min(count &- done, framesRemaining(from: now))
      body(done, offset(of: now), run)
      done &+= run
    }
  }
}
