import PeachMusicUnits

/// A note's own beginning and end: raised cosines over the envelope, exact to the frame.
struct Fade: BitwiseCopyable {
  private var inFrames: Int
  private var passed = 0
  private var framesUntilOut: Int
  private var outFrames: Int
  private var outPassed = 0
  private var outLevel = 1.0
  /// How the way out bends; 0 for a raised cosine, for a straight line ``straight``.
  private var outShape: Float = 0
  private static var straight: Float { .leastNormalMagnitude }

  /// None: as loud as the envelope, without end.
  init() {
    inFrames = 0
    framesUntilOut = Int.max
    outFrames = 0
  }

  /// For a note that lasts `duration` frames, or until it is ended.
  init(inFrames: Int, outFrames: Int, duration: Int?) {
    self.inFrames = max(inFrames, 0)
    if let duration {
      self.outFrames = min(max(outFrames, 0), max(duration, 0))
      framesUntilOut = max(duration, 0) &- self.outFrames
    } else {
      self.outFrames = 0
      framesUntilOut = Int.max
    }
  }

  /// True once the fade out is over.
  @inline(__always) var isFinished: Bool { framesUntilOut == 0 && outPassed >= outFrames }

  /// True where it changes nothing and, unless it is told to, never will.
  @inline(__always) var isNone: Bool { passed >= inFrames && framesUntilOut == Int.max }

  /// True while it is on its way in or out.
  @inline(__always) var isMoving: Bool { passed < inFrames || framesUntilOut == 0 }

  /// The frames until its course changes.
  @inline(__always) var framesUntilBreak: Int {
    var frames = Int.max
    if passed < inFrames { frames = min(inFrames &- passed, 16) }
    if framesUntilOut > 0 { return min(frames, framesUntilOut) }
    return min(frames, max(min(outFrames &- outPassed, 16), 1))
  }

  /// Its factor, 0…1, `frames` from now; not past the next change.
  func value(after frames: Int) -> Double {
    var value = outLevel
    if passed &+ frames < inFrames {
      value *= Fade.raisedCosine(Double(passed &+ frames) / Double(inFrames))
    }
    if framesUntilOut == 0 {
      let place = outPassed &+ frames
      value *= place >= outFrames ? 0 : out(Double(place) / Double(outFrames))
    }
    return value
  }

  /// Lets so many frames pass; at most ``framesUntilBreak``.
  mutating func advance(_ frames: Int) {
    if passed < inFrames { passed &+= frames }
    if framesUntilOut == 0 {
      outPassed &+= frames
    } else if framesUntilOut != Int.max {
      framesUntilOut = max(framesUntilOut &- frames, 0)
    }
  }

  /// Begins to fade out now, unless it ends sooner already.
  mutating func fadeOut(frames: Int, shape: Float? = nil) {
    let remaining = framesUntilOut == Int.max ? Int.max : framesUntilOut &+ outFrames &- outPassed
    if remaining <= frames { return }
    if framesUntilOut == 0 { outLevel = value(after: 0) }
    framesUntilOut = 0
    outShape = 0
    if let shape { outShape = abs(shape) < 0.001 ? Fade.straight : min(max(shape, -40), 40) }
    outFrames = max(frames, 1)
    outPassed = 0
  }

  /// 1 at 0, 0 at 1.
  private func out(_ x: Double) -> Double {
    if outShape == 0 { return Fade.raisedCosine(1 - x) }
    if outShape == Fade.straight { return 1 - x }
    let octaves = Double(outShape) * 1.4426950408889634
    let end = Exponential.exp2(octaves)
    return (Exponential.exp2(octaves * x) - end) / (1 - end)
  }

  /// 0 at 0, 1 at 1, level at both ends.
  private static func raisedCosine(_ x: Double) -> Double {
    0.5 - 0.5 * Exponential.sineAndCosine(turns: x * 0.5).cosine
  }
}
