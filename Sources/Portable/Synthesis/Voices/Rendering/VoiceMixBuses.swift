/// Where a part's frames go: both sides, and what is sent to the effects.
struct VoiceMixBuses: BitwiseCopyable {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let reverb: UnsafeMutablePointer<Float>
  let chorus: UnsafeMutablePointer<Float>

  /// The same from a place on.
  @inline(__always) func from(_ start: Int) -> VoiceMixBuses {
    VoiceMixBuses(
      left: left + start, right: right + start, reverb: reverb + start, chorus: chorus + start)
  }

  /// Adds `count` frames of a voice from place `start` on.
  @inline(__always) func add(
    _ row: UnsafePointer<Float>, _ plan: UnsafePointer<VoiceRenderState>, count: Int, at start: Int,
    kernels: VoiceKernels
  ) {
    let passed = plan.pointee.passed
    let sides = (left + start, right + start)
    if plan.pointee.hasSends {
      kernels.mix(
        row, count: count, elapsedFrames: passed, plan.pointee.gains, to: sides,
        sends: (reverb + start, chorus + start))
    } else {
      kernels.mix(row, count: count, elapsedFrames: passed, plan.pointee.gains, to: sides)
    }
  }
}
