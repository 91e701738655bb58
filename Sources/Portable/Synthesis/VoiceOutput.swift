/// Where the voices' frames of one stretch go: both sides, and the effects.
struct VoiceOutput: BitwiseCopyable {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
  /// Nil where there is nothing to send to.
  let sends: UnsafeMutablePointer<EffectsSection>?

  /// Adds `count` frames of a voice from place `start` on.
  @inline(__always) func add(
    _ row: UnsafePointer<Float>, _ plan: UnsafePointer<VoicePlan>, count: Int, at start: Int,
    kernels: VoiceKernels
  ) {
    let passed = plan.pointee.passed
    let sides = (left + start, right + start)
    if plan.pointee.isSending, let sends {
      sends.pointee.buses.open()
      let buses = sends.pointee.buses
      kernels.mix(
        row, count: count, passed: passed, plan: plan, to: sides,
        sends: (buses.reverb + start, buses.chorus + start))
    } else {
      kernels.mix(
        row, count: count, passed: passed, plan.pointee.left, plan.pointee.right, to: sides)
    }
  }
}
