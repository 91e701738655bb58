/// A voice's gains for left, right and the pre-pan sends of reverb and chorus, which ramp linearly
/// over a segment. The kernels compute the gains from the start of the ramp, so that the output
/// does not depend on how a block is split.
struct RampedGains: BitwiseCopyable {
  private(set) var values = SIMD4<Float>()
  private(set) var steps = SIMD4<Float>()
  private var targets = SIMD4<Float>()

  init() {}

  init(_ values: SIMD4<Float>) {
    self.values = values
    targets = values
  }

  @inline(__always) var areConstant: Bool { !any(steps .!= 0) }
  /// Whether neither channels nor sends receive anything.
  @inline(__always) var areZero: Bool { !any((values .!= 0) .| (steps .!= 0)) }
  @inline(__always) var sendsAreZero: Bool {
    values[2] == 0 && values[3] == 0 && steps[2] == 0 && steps[3] == 0
  }

  /// Ends a ramp of `rampFrames` frames after `elapsedFrames`.
  @inline(__always) mutating func finishRamp(elapsedFrames: Int, rampFrames: Int) {
    values = elapsedFrames >= rampFrames ? targets : values + steps * Float(elapsedFrames)
    steps = SIMD4()
    // Repeatedly interrupted ramps to zero would never reach it: −180 dB counts as zero.
    let areNearZero = (values .< 1e-9) .& (values .> -1e-9)
    values.replace(with: 0, where: areNearZero .& (targets .== 0))
  }

  /// Starts a ramp of `1 / perFrame` frames from the end of the previous one.
  @inline(__always) mutating func continueRamp(to next: SIMD4<Float>, perFrame: Float) {
    values = targets
    targets = next
    steps = (next - values) * perFrame
  }

  /// Starts a ramp of `1 / perFrame` frames from the current values.
  @inline(__always) mutating func setTarget(to targets: SIMD4<Float>, perFrame: Float) {
    self.targets = targets
    steps = (targets - values) * perFrame
  }
}
