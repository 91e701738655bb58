import PeachMusicUnits

/// A note's fade-in and fade-out, applied in addition to its envelope and accurate to the frame.
struct Fade: BitwiseCopyable {
  private var inFrames: Int
  private var inElapsed = 0
  private var framesUntilOut: Int
  private var outFrames: Int
  private var outElapsed = 0
  private var outStartLevel = 1.0
  /// The curvature of the fade-out: 0 for a raised cosine, ``linear``, or an exponent.
  private var outShape: Float = 0
  private static var linear: Float { .leastNormalMagnitude }

  init() {
    inFrames = 0
    framesUntilOut = Int.max
    outFrames = 0
  }

  /// Creates the fades of a note of `duration` frames; `nil` for a note that lasts until note-off.
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

  @inline(__always) var isFinished: Bool { framesUntilOut == 0 && outElapsed >= outFrames }
  /// Whether the factor is 1 and no fade-out is scheduled.
  @inline(__always) var isInactive: Bool { inElapsed >= inFrames && framesUntilOut == Int.max }
  @inline(__always) var isRamping: Bool { inElapsed < inFrames || framesUntilOut == 0 }

  /// The frames until the next breakpoint; at most 16 while fading, so that segments are linear.
  @inline(__always) var framesUntilBreakpoint: Int {
    var frames = Int.max
    if inElapsed < inFrames { frames = min(inFrames &- inElapsed, 16) }
    if framesUntilOut > 0 { return min(frames, framesUntilOut) }
    return min(frames, max(min(outFrames &- outElapsed, 16), 1))
  }

  /// Returns the factor, 0…1, `frames` from now, up to the next breakpoint.
  func value(after frames: Int) -> Double {
    var value = outStartLevel
    if inElapsed &+ frames < inFrames {
      value *= Fade.raisedCosine(Double(inElapsed &+ frames) / Double(inFrames))
    }
    if framesUntilOut == 0 {
      let elapsed = outElapsed &+ frames
      value *= elapsed >= outFrames ? 0 : out(Double(elapsed) / Double(outFrames))
    }
    return value
  }

  /// Advances by `frames`, at most ``framesUntilBreakpoint``.
  mutating func advance(_ frames: Int) {
    if inElapsed < inFrames { inElapsed &+= frames }
    if framesUntilOut == 0 {
      outElapsed &+= frames
    } else if framesUntilOut != Int.max {
      framesUntilOut = max(framesUntilOut &- frames, 0)
    }
  }

  /// Starts the fade-out, unless one ends sooner already. `shape` is the exponent of an exponential
  /// curve, 0 for linear, `nil` for a raised cosine.
  mutating func fadeOut(frames: Int, shape: Float? = nil) {
    let remaining = framesUntilOut == Int.max ? Int.max : framesUntilOut &+ outFrames &- outElapsed
    if remaining <= frames { return }
    if framesUntilOut == 0 { outStartLevel = value(after: 0) }
    framesUntilOut = 0
    outShape = 0
    if let shape { outShape = abs(shape) < 0.001 ? Fade.linear : min(max(shape, -40), 40) }
    outFrames = max(frames, 1)
    outElapsed = 0
  }

  /// Returns the fade-out's factor at `x`: 1 at 0, 0 at 1.
  private func out(_ x: Double) -> Double {
    if outShape == 0 { return Fade.raisedCosine(1 - x) }
    if outShape == Fade.linear { return 1 - x }
    let octaves = Double(outShape) * 1.4426950408889634
    let end = Exponential.exp2(octaves)
    return (Exponential.exp2(octaves * x) - end) / (1 - end)
  }

  /// Returns the raised cosine: 0 at 0, 1 at 1, with zero slope at both.
  static func raisedCosine(_ x: Double) -> Double {
    0.5 - 0.5 * Exponential.sineAndCosine(cycles: x * 0.5).cosine
  }
}
