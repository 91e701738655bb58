internal import CDSPKernels

/// A voice's read position in sample data, with loop. Positions are frames in 32.32 fixed point.
struct SamplePlayback: BitwiseCopyable {
  var frames: SampleFrames
  var phase: Int64
  /// The increment per output frame.
  private(set) var increment: Int64
  /// The change of the increment after every ``stepFrames``, in a pitch ramp.
  private var step: Int64 = 0
  /// The frames since the last change.
  private var framesInStep = 0
  /// The end of the sample or of the loop.
  var end: Int64
  /// The length of the loop; 0 if the sample is not looped.
  var loopLength: Int64

  init(
    frames: SampleFrames, phase: Int64, increment: Int64, end: Int64, loopLength: Int64
  ) {
    self.frames = frames
    self.phase = phase
    self.increment = increment
    self.end = end
    self.loopLength = loopLength
  }

  /// Whether the end of an unlooped sample has been reached.
  @inline(__always) var isFinished: Bool { loopLength == 0 && phase >= end }

  /// Skips frames of the sample, but never its last one.
  mutating func skip(frames: Int64) {
    phase = max(min(phase &+ frames &<< 32, end &- (1 &<< 32)), phase)
  }

  // MARK: Pitch

  /// The frames after which the increment of a ramp changes.
  private static var stepFrames: Int { 1 &<< stepShift }
  private static var stepShift: Int { Int(peach_ramp_step_shift) }

  /// Sets a constant increment.
  @inline(__always) mutating func set(increment: Int64) {
    self.increment = increment
    step = 0
  }

  /// Ramps the increment to a value `frames` from now. Its changes are at multiples of
  /// ``stepFrames`` before the end of the ramp, so that they do not depend on where it starts.
  /// Between them, it is the ramp's value in the middle.
  @inline(__always) mutating func ramp(to target: Int64, frames: Int) {
    framesInStep = (0 &- frames) & (Self.stepFrames &- 1)
    let start = increment &- step &>> 1
    step = (target &- start) / Int64((frames &+ framesInStep) / Self.stepFrames)
    increment = start &+ step &>> 1
  }

  /// Whether another playback is at the same phase, with the same loop and the same pitch.
  @inline(__always) func hasPitch(of other: SamplePlayback) -> Bool {
    phase == other.phase && increment == other.increment && step == other.step
      && loopLength == other.loopLength
  }

  /// Returns the phase `frames` from now, approximately during a ramp, as if there were no loop.
  @inline(__always) func phase(after frames: Int) -> Int64 {
    let count = Int64(frames)
    let start = increment &- step &>> 1
    return phase &+ start &* count &+ (step &* count &* count) / Int64(2 &* Self.stepFrames)
  }

  /// Returns the distance of the next `count` groups of ``stepFrames``.
  @inline(__always) private func distance(groups count: Int) -> Int64 {
    let count = Int64(count)
    return Int64(Self.stepFrames) &* (increment &* count &+ step &* (count &* (count &- 1) / 2))
  }

  private mutating func advanceStep(_ frames: Int) {
    framesInStep &+= frames
    if framesInStep < Self.stepFrames { return }
    framesInStep = 0
    increment &+= step
  }

  // MARK: Reading

  /// Resamples `count` frames into a buffer with ``VoiceKernels/bufferPadding`` extra frames.
  @inline(__always) mutating func read(
    count: Int, table: UnsafePointer<Float>?, kernels: VoiceKernels,
    to buffer: UnsafeMutablePointer<Float>
  ) {
    if step == 0 {
      return readConstant(count: count, table: table, kernels: kernels, to: buffer)
    }
    let groups = count &>> Self.stepShift
    if framesInStep == 0, groups &<< Self.stepShift == count,
      phase &+ distance(groups: groups) < end
    {
      return readGroups(groups, table: table, kernels: kernels, to: buffer)
    }
    readRamp(count: count, table: table, kernels: kernels, to: buffer)
  }

  /// Resamples groups of ``stepFrames`` of a ramp.
  @inline(__always) private mutating func readGroups(
    _ groups: Int, table: UnsafePointer<Float>?, kernels: VoiceKernels,
    to buffer: UnsafeMutablePointer<Float>
  ) {
    kernels.resample(
      frames, table: table, phase: phase, increment: increment, step: step,
      count: groups &* Self.stepFrames, to: buffer)
    phase &+= distance(groups: groups)
    increment &+= step &* Int64(groups)
  }

  private mutating func readRamp(
    count: Int, table: UnsafePointer<Float>?, kernels: VoiceKernels,
    to buffer: UnsafeMutablePointer<Float>
  ) {
    var done = 0
    while done < count {
      let groups = framesInStep == 0 ? groupsBeforeEnd((count &- done) / Self.stepFrames) : 0
      if groups > 0 {
        readGroups(groups, table: table, kernels: kernels, to: buffer + done)
        done &+= groups &* Self.stepFrames
        continue
      }
      let run = min(count &- done, Self.stepFrames &- framesInStep)
      readConstant(count: run, table: table, kernels: kernels, to: buffer + done)
      advanceStep(run)
      done &+= run
    }
  }

  /// Returns how many of `count` groups of ``stepFrames`` start before the end of sample or loop,
  /// and end before it.
  @inline(__always) private func groupsBeforeEnd(_ count: Int) -> Int {
    if phase &+ distance(groups: count) < end { return count }
    if phase >= end { return 0 }
    let fastest = max(increment, increment &+ step &* Int64(count))
    return min(Int((end &- phase) / fastest) / Self.stepFrames, count)
  }

  @inline(__always) private mutating func readConstant(
    count: Int, table: UnsafePointer<Float>?, kernels: VoiceKernels,
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
    if step == 0 { return skipConstant(count) }
    var done = 0
    while done < count {
      let run = min(count &- done, Self.stepFrames &- framesInStep)
      skipConstant(run)
      advanceStep(run)
      done &+= run
    }
  }

  private mutating func skipConstant(_ count: Int) {
    if loopLength == 0 {
      if phase < end { phase &+= increment &* Int64(count) }
      return
    }
    if phase >= end { wrapLoop() }
    phase &+= increment &* Int64(count)
  }

  private mutating func wrapLoop() { phase &-= loopLength &* (((phase &- end) / loopLength) &+ 1) }

  /// Returns the nearest integer of an increment of 1…2⁵⁰. The sum with 1.5 · 2⁵² has it in its
  /// lower bits: `Int64.init` would check its range.
  @inline(__always) static func round(increment: Double) -> Int64 {
    Int64(bitPattern: (increment + 6_755_399_441_055_744).bitPattern) & 0x7_FFFF_FFFF_FFFF
  }

  /// Returns the increment for a resampling ratio, clamped to 2⁻³²…1024.
  @inline(__always) static func increment(ratio: Double) -> Int64 {
    Int64(min(max(ratio, 0), 1024) * 4_294_967_296 + 0.5) | (ratio < 1e-9 ? 1 : 0)
  }
}
