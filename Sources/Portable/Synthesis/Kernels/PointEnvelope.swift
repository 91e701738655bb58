import PeachMusicUnits

/// An envelope of points on its way: see `RegionEnvelope` for what it does.
struct PointEnvelope: BitwiseCopyable {
  /// A point as it stands at this moment.
  struct Point: BitwiseCopyable {
    var seconds: Float
    var level: Float
    var shape: Float
  }

  /// What it moves at level 1.
  var depths = EnvelopeDepths()
  /// Whether its level is the sound's amplitude, which ends with it.
  let isVolumeEnvelope: Bool
  private let points: UnsafePointer<Point>
  private let count: Int
  /// The point where it stays until it is released; −2 for none.
  private let sustain: Int
  private let sampleRate: Double
  private let followsControllers: Bool
  /// The point that it goes to or rests at; `count` once it has gone through all.
  private var place = -1
  private(set) var isResting = false
  private var isReleased = false
  /// The way that it is on: from where, to where, and how much of it is over.
  private var start = 0.0
  private var target = 0.0
  private var passed = 0
  private var length = 0
  /// The whole way's frames, and those over before it was bent aside.
  private var wholeLength = 0
  private var passedBefore = 0
  /// Octaves of the exponential that bends the way; 0 for a straight line.
  private var octaves = 0.0
  private var scale = 0.0
  /// How much of the way is near enough to a straight line.
  private var straightLength = 0

  /// One at its beginning. The points must stay in memory.
  init(
    _ points: UnsafePointer<Point>, count: Int, sustain: Int, isVolumeEnvelope: Bool,
    followsControllers: Bool, sampleRate: Double
  ) {
    self.points = points
    self.count = count
    self.sustain = sustain
    self.isVolumeEnvelope = isVolumeEnvelope
    self.followsControllers = followsControllers
    self.sampleRate = sampleRate
    goOn()
  }

  /// True once it has gone through all its points.
  @inline(__always) var isOver: Bool { place >= count }

  /// Its value, −1…1, `frames` from now; not past the next point.
  func value(after frames: Int) -> Double {
    if isResting { return target }
    let part = min(Double(passed &+ frames) / Double(length), 1)
    if octaves == 0 { return start + (target - start) * part }
    return start + (target - start) * (Exponential.exp2(octaves * part) - 1) * scale
  }

  /// How far it may be taken for a straight line, at most `limit` frames.
  @inline(__always) func straightFrames(limit: Int) -> Int {
    if isResting { return limit }
    return min(limit, min(length &- passed, straightLength))
  }

  /// Lets so many frames pass; at most to the next point.
  mutating func advance(_ frames: Int) {
    if isResting { return }
    passed &+= frames
    if passed >= length { goOn() }
  }

  /// The key is let go: it leaves for what lies behind the point where it sustains.
  mutating func release() {
    if isReleased { return }
    isReleased = true
    if sustain < 0 || place > sustain { return }
    target = value(after: 0)
    isResting = false
    place = sustain
    goOn()
  }

  /// Points may have moved: where it follows them, it bends aside.
  mutating func follow() {
    if !followsControllers || isOver { return }
    if isResting {
      target = Double(points[place].level)
      return
    }
    let newTarget = Double(points[place].level)
    let newLength = frames(points[place].seconds)
    if newTarget == target && newLength == wholeLength { return }
    start = value(after: 0)
    passedBefore &+= passed
    setWay(to: newTarget, wholeLength: newLength)
  }

  /// Arrives, and goes on from there; points that take no time are passed at once.
  private mutating func goOn() {
    while true {
      if place == sustain && !isReleased { break }
      start = target
      place &+= 1
      if place >= count { break }
      passedBefore = 0
      setWay(to: Double(points[place].level), wholeLength: frames(points[place].seconds))
      if wholeLength > 0 { return }
    }
    isResting = true
  }

  private mutating func setWay(to level: Double, wholeLength frames: Int) {
    target = level
    wholeLength = frames
    length = max(frames &- passedBefore, 1)
    passed = 0
    let shape = Double(points[place].shape)
    octaves = shape > -0.001 && shape < 0.001 ? 0 : shape * 1.4426950408889634
    if octaves != 0 { scale = 1 / (Exponential.exp2(octaves) - 1) }
    // Over this part an exponential of the shape and a straight line differ by 0.1 dB.
    straightLength = max(length / (32 &+ Int(4 * max(shape, -shape))), 4)
  }

  private func frames(_ seconds: Float) -> Int { Int(Double(seconds) * sampleRate + 0.5) }
}
