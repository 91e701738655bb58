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

  /// Writes `count` frames, each `Lanes.count` places after the one before.
  mutating func read(count: Int, to output: UnsafeMutablePointer<Float>) {
    var done = 0
    while done < count {
      if phase >= end {
        if loopLength == 0 {
          SamplePlayback.fillWithSilence(output + done &* Lanes.count, count: count &- done)
          return
        }
        phase &-= loopLength &* (((phase &- end) / loopLength) &+ 1)
      }
      let left = Int((end &- phase &+ increment &- 1) / increment)
      let run = min(count &- done, left)
      CubicInterpolation.read(
        frames, phase: &phase, increment: increment, count: run,
        to: output + done &* Lanes.count)
      done &+= run
    }
  }

  private static func fillWithSilence(_ output: UnsafeMutablePointer<Float>, count: Int) {
    var at = 0
    while at < count &* Lanes.count {
      output[at] = 0
      at &+= Lanes.count
    }
  }

  /// The increment for a ratio of speeds: at least 2⁻³², at most 1024 frames a frame.
  static func increment(ratio: Double) -> Int64 {
    Int64(min(max(ratio, 0), 1024) * 4_294_967_296 + 0.5) | (ratio < 1e-9 ? 1 : 0)
  }
}
