/// A gain on its way in a straight line, which it computes anew for every frame from where it
/// began, so that it does not matter where a block is cut.
struct MovingGain: BitwiseCopyable {
  /// Where it began.
  private(set) var value: Float = 0
  /// How much more it is each frame.
  private(set) var step: Float = 0
  private var target: Float = 0

  init() {}

  /// One that stands still.
  init(_ value: Float) {
    self.value = value
    target = value
  }

  @inline(__always) var isStill: Bool { step == 0 }
  @inline(__always) var isZero: Bool { value == 0 && step == 0 }

  /// Lets `passed` frames pass of a way that is `span` frames long.
  @inline(__always) mutating func settle(passed: Int, span: Int) {
    value = passed >= span ? target : value + step * Float(passed)
    step = 0
    // What is left of a way to zero, −180 dB, would go on falling for ever.
    if target == 0 && abs(value) < 1e-9 { value = 0 }
  }

  /// Has come to the end of its way, and plans the next from there.
  @inline(__always) mutating func goOn(to next: Float, perFrame: Float) {
    value = target
    target = next
    step = (next - value) * perFrame
  }

  /// Plans the way from where it stands.
  @inline(__always) mutating func plan(to target: Float, perFrame: Float) {
    self.target = target
    step = (target - value) * perFrame
  }
}
