/// The gain of the stereo output. Changes ramp linearly, so that they do not click.
struct MasterLevel: BitwiseCopyable {
  private var left: Float = 1
  private var right: Float = 1
  private var leftStep: Float = 0
  private var rightStep: Float = 0
  private var targetLeft: Float = 1
  private var targetRight: Float = 1
  private var framesRemaining = 0
  /// 5 ms at 48 kHz.
  private static var rampFrames: Int { 256 }

  var isRamping: Bool { framesRemaining > 0 }

  /// Ramps to new gains, starting with the next frame.
  mutating func setTarget(left newLeft: Float, right newRight: Float) {
    targetLeft = newLeft
    targetRight = newRight
    framesRemaining = Self.rampFrames
    leftStep = (newLeft - left) * (1 / Float(Self.rampFrames))
    rightStep = (newRight - right) * (1 / Float(Self.rampFrames))
  }

  /// Multiplies `count` frames by the gain, in place; does nothing at unity gain.
  mutating func process(
    left samplesLeft: UnsafeMutablePointer<Float>, right samplesRight: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    if framesRemaining == 0 && left == 1 && right == 1 { return }
    for index in 0..<count {
      samplesLeft[index] *= left
      samplesRight[index] *= right
      if framesRemaining > 0 {
        framesRemaining &-= 1
        left += leftStep
        right += rightStep
        if framesRemaining == 0 {
          left = targetLeft
          right = targetRight
        }
      }
    }
  }
}
