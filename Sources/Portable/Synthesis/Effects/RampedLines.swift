/// Sixteen numbers that move in straight lines from point to point of the 64-frame grid.
struct RampedLines: BitwiseCopyable {
  private var value = LineValues(repeating: 0)
  private var step = LineValues(repeating: 0)
  private var end = LineValues(repeating: 0)
  private var target = LineValues(repeating: 0)
  private var pointsLeft = 0

  /// False where they stand still up to the next point.
  private(set) var isMoving = false

  /// Moves to `target` within so many points of the grid; 0 is at once.
  mutating func move(to target: LineValues, points: Int) {
    self.target = target
    pointsLeft = points
    if points == 0 { end = target }
  }

  /// Plans the way to the next point.
  mutating func plan() {
    value = end
    let wasMoving = pointsLeft > 0
    if pointsLeft > 0 {
      end = pointsLeft == 1 ? target : value + (target - value) * (1 / Float(pointsLeft))
      pointsLeft &-= 1
    }
    step = (end - value) * (1 / Float(Synthesizer.gridFrames))
    isMoving = wasMoving
  }

  /// Where they are at the last point, and behind it how much more they are each frame.
  func store(_ numbers: UnsafeMutablePointer<Float>) {
    value.store(numbers)
    step.store(numbers + LineValues.count)
  }
}
