/// A linear ramp of a generator override or offset.
struct ParameterRamp: BitwiseCopyable {
  var from: Float
  var to: Float
  /// The mix of the override at the start of the ramp; it is 1 at the end.
  var fromMix: Float
  var begin: Int
  var frames: Int

  /// Returns the value and its mix at a frame.
  func state(at frame: Int) -> (value: Float, mix: Float) {
    let elapsedFrames = frame &- begin
    if elapsedFrames >= frames { return (to, 1) }
    let fraction = Float(max(elapsedFrames, 0)) / Float(frames)
    // The weighted value and the mix are linear, and therefore the mixed sum is.
    let mix = fromMix + (1 - fromMix) * fraction
    let weighted = fromMix * from + (to - fromMix * from) * fraction
    return (mix > 0 ? weighted / mix : to, mix)
  }

  var end: Int { begin &+ frames }
}
