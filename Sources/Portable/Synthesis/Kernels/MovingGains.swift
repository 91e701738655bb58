/// The gains of the two sides, and of what goes to reverb and chorus before pan, on their way in
/// straight lines. They are computed anew for every frame from where they began, so that it does not
/// matter where a block is cut.
struct MovingGains: BitwiseCopyable {
  /// Where they began: left, right, reverb, chorus.
  private(set) var values = SIMD4<Float>()
  /// How much more they are each frame.
  private(set) var steps = SIMD4<Float>()
  private var targets = SIMD4<Float>()

  init() {}

  /// Gains that stand still.
  init(_ values: SIMD4<Float>) {
    self.values = values
    targets = values
  }

  @inline(__always) var areStill: Bool { !any(steps .!= 0) }

  /// Whether nothing is heard, and nothing goes to the effects.
  @inline(__always) var areZero: Bool { !any((values .!= 0) .| (steps .!= 0)) }
  @inline(__always) var sendsAreZero: Bool {
    values[2] == 0 && values[3] == 0 && steps[2] == 0 && steps[3] == 0
  }

  /// Lets `passed` frames pass of a way that is `span` frames long.
  @inline(__always) mutating func settle(passed: Int, span: Int) {
    values = passed >= span ? targets : values + steps * Float(passed)
    steps = SIMD4()
    // What is left of a way to zero, −180 dB, would go on falling for ever.
    let areNearZero = (values .< 1e-9) .& (values .> -1e-9)
    values.replace(with: 0, where: areNearZero .& (targets .== 0))
  }

  /// Have come to the end of their way, and plan the next from there.
  @inline(__always) mutating func goOn(to next: SIMD4<Float>, perFrame: Float) {
    values = targets
    targets = next
    steps = (next - values) * perFrame
  }

  /// Plan the way from where they stand.
  @inline(__always) mutating func plan(to targets: SIMD4<Float>, perFrame: Float) {
    self.targets = targets
    steps = (targets - values) * perFrame
  }
}
