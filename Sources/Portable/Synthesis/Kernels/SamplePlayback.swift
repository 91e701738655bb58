/// The needle on the recording: where a voice is, how fast it moves, and where it turns back.
struct SamplePlayback: BitwiseCopyable {
  /// Frame 0; silence lies before it, and after the end.
  var frames: UnsafePointer<Float>
  /// The place, a 32.32 fixed-point number of frames.
  var phase: Int64
  /// Frames per output frame, 32.32.
  var increment: Int64
  /// Where the recording ends or the loop turns back, 32.32.
  var end: Int64
  /// How far the loop turns back, 32.32; 0 where the recording plays once.
  var loopLength: Int64

  /// True once nothing is left to play.
  @inline(__always) var isFinished: Bool { loopLength == 0 && phase >= end }

  /// Leaves out frames from here on; one is left.
  mutating func skip(frames: Int64) {
    phase = max(min(phase &+ frames &<< 32, end &- (1 &<< 32)), phase)
  }

  /// Writes `count` frames; behind them it may write ``VoiceKernels/rowMargin`` more.
  @inline(__always) mutating func read(
    count: Int, table: UnsafePointer<Float>, kernels: VoiceKernels,
    to row: UnsafeMutablePointer<Float>
  ) {
    var done = 0
    while done < count {
      if phase >= end {
        if loopLength == 0 {
          for frame in done..<count { row[frame] = 0 }
          return
        }
        turnBack()
      }
      // Most often the end is far: a division is spared.
      var run = count &- done
      if phase &+ increment &* Int64(run) >= end {
        run = min(run, Int((end &- phase &+ increment &- 1) / increment))
      }
      kernels.read(
        frames, table: table, phase: phase, increment: increment, count: run, to: row + done)
      phase &+= increment &* Int64(run)
      done &+= run
    }
  }

  /// Moves on by `count` frames that nobody hears.
  mutating func skip(_ count: Int) {
    if loopLength == 0 {
      if phase < end { phase &+= increment &* Int64(count) }
      return
    }
    if phase >= end { turnBack() }
    phase &+= increment &* Int64(count)
  }

  private mutating func turnBack() {
    phase &-= loopLength &* (((phase &- end) / loopLength) &+ 1)
  }

  /// The increment for a ratio of speeds: at least 2⁻³², at most 1024 frames a frame.
  @inline(__always) static func increment(ratio: Double) -> Int64 {
    Int64(min(max(ratio, 0), 1024) * 4_294_967_296 + 0.5) | (ratio < 1e-9 ? 1 : 0)
  }
}
