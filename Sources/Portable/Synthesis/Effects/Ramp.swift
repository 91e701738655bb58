/// A number that moves in a straight line from one point of the 64-frame grid to the next.
///
/// Its value at a frame comes from the frame's place on the grid, not from the frame before, so that
/// it does not matter where a block is cut.
struct Ramp: BitwiseCopyable {
  private(set) var value: Float
  private(set) var step: Float = 0
  private var end: Float
  private var target: Float
  private var pointsLeft = 0

  /// Stands still at a value.
  init(_ value: Float) {
    self.value = value
    end = value
    target = value
  }

  /// Moves to `target` within so many points of the grid; 0 is at once.
  mutating func move(to target: Float, points: Int) {
    self.target = target
    pointsLeft = points
    if points == 0 { end = target }
  }

  /// Plans the way to the next point.
  mutating func plan() {
    value = end
    if pointsLeft > 0 {
      end = pointsLeft == 1 ? target : value + (target - value) / Float(pointsLeft)
      pointsLeft &-= 1
    }
    step = (end - value) * (1 / Float(Synthesizer.gridFrames))
  }

  /// Where it is so many frames after the last point.
  @inline(__always) func callAsFunction(_ place: Float) -> Float { value + step * place }

  /// The same for four frames.
  @inline(__always) func callAsFunction(_ places: SIMD4<Float>) -> SIMD4<Float> {
    places * step + value
  }
}
