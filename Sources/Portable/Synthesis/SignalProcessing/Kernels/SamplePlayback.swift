/// A voice's read position in sample data, with loop. Positions are frames in 32.32 fixed point.
struct SamplePlayback: BitwiseCopyable {
  /// Frame 0; zeros are stored before it and after the end.
  var frames: UnsafePointer<Float>
  var phase: Int64
  var increment: Int64
  /// The end of the sample or of the loop.
  var end: Int64
  /// The length of the loop; 0 if the sample is not looped.
  var loopLength: Int64

  /// Whether the end of an unlooped sample has been reached.
  @inline(__always) var isFinished: Bool { loopLength == 0 && phase >= end }

  /// Skips frames of the sample, but never its last one.
  mutating func skip(frames: Int64) {
    phase = max(min(phase &+ frames &<< 32, end &- (1 &<< 32)), phase)
  }

  /// Resamples `count` frames into a buffer with ``VoiceKernels/bufferPadding`` extra frames.
  @inline(__always) mutating func read(
    count: Int, table: UnsafePointer<Float>, kernels: VoiceKernels,
    to buffer: UnsafeMutablePointer<Float>
  ) {
    var done = 0
    while done < count {
      if phase >= end {
        if loopLength == 0 {
          for frame in done..<count { buffer[frame] = 0 }
          return
        }
        wrapLoop()
      }
      // The end is usually farther away, which saves the division.
      var run = count &- done
      if phase &+ increment &* Int64(run) >= end {
        run = min(run, Int((end &- phase &+ increment &- 1) / increment))
      }
      kernels.resample(
        frames, table: table, phase: phase, increment: increment, count: run, to: buffer + done)
      phase &+= increment &* Int64(run)
      done &+= run
    }
  }

  /// Advances by `count` output frames without reading.
  mutating func skip(_ count: Int) {
    if loopLength == 0 {
      if phase < end { phase &+= increment &* Int64(count) }
      return
    }
    if phase >= end { wrapLoop() }
    phase &+= increment &* Int64(count)
  }

  private mutating func wrapLoop() { phase &-= loopLength &* (((phase &- end) / loopLength) &+ 1) }

  /// Returns the increment for a resampling ratio, clamped to 2⁻³²…1024.
  @inline(__always) static func increment(ratio: Double) -> Int64 {
    Int64(min(max(ratio, 0), 1024) * 4_294_967_296 + 0.5) | (ratio < 1e-9 ? 1 : 0)
  }
}
