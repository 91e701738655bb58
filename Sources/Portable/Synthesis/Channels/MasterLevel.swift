/// The level of the whole, both sides: moves to a new one in a straight line, so that it is heard
/// as a fade and not as a step.
struct MasterLevel: BitwiseCopyable {
  private var left: Float = 1
  private var right: Float = 1
  private var leftStep: Float = 0
  private var rightStep: Float = 0
  private var targetLeft: Float = 1
  private var targetRight: Float = 1
  private var framesLeft = 0
  /// How long a change takes: 5 ms at 48 kHz.
  private static var rampFrames: Int { 256 }

  /// Both sides as they are.
  init() {}

  /// Moves to another level from the present frame on.
  mutating func move(left newLeft: Float, right newRight: Float) {
    targetLeft = newLeft
    targetRight = newRight
    framesLeft = Self.rampFrames
    leftStep = (newLeft - left) * (1 / Float(Self.rampFrames))
    rightStep = (newRight - right) * (1 / Float(Self.rampFrames))
  }

  /// Applies it to `count` frames; costs nothing while it is 1.
  mutating func process(
    left samplesLeft: UnsafeMutablePointer<Float>, right samplesRight: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    if framesLeft == 0 && left == 1 && right == 1 { return }
    for index in 0..<count {
      samplesLeft[index] *= left
      samplesRight[index] *= right
      if framesLeft > 0 {
        framesLeft &-= 1
        left += leftStep
        right += rightStep
        if framesLeft == 0 {
          left = targetLeft
          right = targetRight
        }
      }
    }
  }
}
