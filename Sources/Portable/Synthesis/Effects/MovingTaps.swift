/// Places on a delay line that are read, and the fade to others when the effect changes its size.
///
/// A tap that moved would bend the pitch; instead both places are read for a while, and the one
/// gives way to the other.
struct MovingTaps: BitwiseCopyable {
  let count: Int
  /// Delays in frames: `count` as they are, then `count` as they will be.
  let frames: UnsafeMutablePointer<Int32>
  /// How much of the new places is heard.
  private(set) var fade = Ramp(0)
  private var pointsLeft = 0

  /// Taps whose places are in memory of twice as many numbers.
  init(count: Int, memory: UnsafeMutablePointer<Int32>) {
    self.count = count
    frames = memory
  }

  /// True while two places are read.
  var isMoving: Bool { pointsLeft > 0 }

  /// The furthest place read, in frames.
  var longest: Int {
    var longest = 0
    for tap in 0..<(2 &* count) { longest = max(longest, Int(frames[tap])) }
    return longest
  }

  /// The nearest place read, in frames.
  var shortest: Int {
    var shortest = Int(Int32.max)
    for tap in 0..<(2 &* count) { shortest = min(shortest, Int(frames[tap])) }
    return shortest
  }

  /// Says where a tap shall be; it is heard after ``begin(points:)``.
  func set(_ tap: Int, to delay: Int) { frames[count &+ tap] = Int32(delay) }

  /// Begins to fade to the places set, within so many points of the grid; 0 is at once.
  mutating func begin(points: Int) {
    var isSame = true
    for tap in 0..<count where frames[tap] != frames[count &+ tap] { isSame = false }
    if points == 0 || isSame { return settle() }
    pointsLeft = points
    fade = Ramp(0)
    fade.move(to: 1, points: points)
  }

  /// Plans the way to the next point of the grid.
  mutating func plan() {
    if pointsLeft == 0 { return }
    fade.plan()
    // The fade has run its course when it starts from its end.
    if fade.value >= 1 { settle() }
  }

  private mutating func settle() {
    for tap in 0..<count { frames[tap] = frames[count &+ tap] }
    pointsLeft = 0
    fade = Ramp(0)
  }
}
