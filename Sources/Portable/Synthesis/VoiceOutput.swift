/// Where a part's frames go: both sides, and what is sent to the effects.
struct VoiceOutput: BitwiseCopyable {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  let reverb: UnsafeMutablePointer<Float>
  let chorus: UnsafeMutablePointer<Float>

  /// The same from a place on.
  @inline(__always) func from(_ start: Int) -> VoiceOutput {
    VoiceOutput(
      left: left + start, right: right + start, reverb: reverb + start, chorus: chorus + start)
  }

  /// Adds `count` frames of a voice from place `start` on.
  @inline(__always) func add(
    _ row: UnsafePointer<Float>, _ plan: UnsafePointer<VoicePlan>, count: Int, at start: Int,
    kernels: VoiceKernels
  ) {
    let passed = plan.pointee.passed
    let sides = (left + start, right + start)
    if plan.pointee.isSending {
      kernels.mix(
        row, count: count, passed: passed, plan.pointee.gains, to: sides,
        sends: (reverb + start, chorus + start))
    } else {
      kernels.mix(row, count: count, passed: passed, plan.pointee.gains, to: sides)
    }
  }
}
