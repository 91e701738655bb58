import PeachMusicUnits

/// A multi-segment envelope in progress; see `RegionEnvelope`.
struct FlexEnvelope: BitwiseCopyable {
  struct Point: BitwiseCopyable {
    var seconds: Float
    var level: Float
    var shape: Float
  }

  var depths = EnvelopeDepths()
  /// Whether the level is the voice's amplitude; the voice ends with the envelope.
  let isVolumeEnvelope: Bool
  private let points: UnsafePointer<Point>
  private let count: Int
  /// The index of the sustain point; −2 for none.
  private let sustain: Int
  private let sampleRate: Double
  private let followsControllers: Bool
  /// The index of the point at the end of the segment; `count` after the last one.
  private var pointIndex = -1
  private(set) var isResting = false
  private var isReleased = false
  /// The segment: its levels, and its elapsed and total frames.
  private var start = 0.0
  private var target = 0.0
  private var elapsedFrames = 0
  private var length = 0
  /// The segment's frames including those before its target was last modulated.
  private var totalLength = 0
  private var elapsedBefore = 0
  /// The curvature of the segment, in octaves; 0 for a linear segment.
  private var octaves = 0.0
  private var scale = 0.0
  /// The frames over which the segment is approximately linear.
  private var linearLength = 0

  /// Creates an envelope at its start. The points must outlive it.
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
    beginNextSegment()
  }

  @inline(__always) var isFinished: Bool { pointIndex >= count }

  /// Returns the level, −1…1, `frames` from now, up to the next point.
  func value(after frames: Int) -> Double {
    if isResting { return target }
    let fraction = min(Double(elapsedFrames &+ frames) / Double(length), 1)
    if octaves == 0 { return start + (target - start) * fraction }
    return start + (target - start) * (Exponential.exp2(octaves * fraction) - 1) * scale
  }

  /// Returns the number of frames, at most `limit`, over which the level is approximately linear.
  @inline(__always) func linearFrames(limit: Int) -> Int {
    if isResting { return limit }
    return min(limit, min(length &- elapsedFrames, linearLength))
  }

  /// Advances by `frames`, at most to the next point.
  mutating func advance(_ frames: Int) {
    if isResting { return }
    elapsedFrames &+= frames
    if elapsedFrames >= length { beginNextSegment() }
  }

  /// Leaves for the point after the sustain point, from the present level.
  mutating func release() {
    if isReleased { return }
    isReleased = true
    if sustain < 0 || pointIndex > sustain { return }
    target = value(after: 0)
    isResting = false
    pointIndex = sustain
    beginNextSegment()
  }

  /// Applies modulated points: bends the rest of the segment to its new target.
  mutating func updateTarget() {
    if !followsControllers || isFinished { return }
    if isResting {
      target = Double(points[pointIndex].level)
      return
    }
    let newTarget = Double(points[pointIndex].level)
    let newLength = frames(points[pointIndex].seconds)
    if newTarget == target && newLength == totalLength { return }
    start = value(after: 0)
    elapsedBefore &+= elapsedFrames
    beginSegment(to: newTarget, totalLength: newLength)
  }

  /// Starts the segment to the next point; points of zero duration are skipped.
  private mutating func beginNextSegment() {
    while true {
      if pointIndex == sustain && !isReleased { break }
      start = target
      pointIndex &+= 1
      if pointIndex >= count { break }
      elapsedBefore = 0
      beginSegment(
        to: Double(points[pointIndex].level), totalLength: frames(points[pointIndex].seconds))
      if totalLength > 0 { return }
    }
    isResting = true
  }

  private mutating func beginSegment(to level: Double, totalLength frames: Int) {
    target = level
    totalLength = frames
    length = max(frames &- elapsedBefore, 1)
    elapsedFrames = 0
    let shape = Double(points[pointIndex].shape)
    octaves = shape > -0.001 && shape < 0.001 ? 0 : shape * 1.4426950408889634
    if octaves != 0 { scale = 1 / (Exponential.exp2(octaves) - 1) }
    // Over this length the exponential differs from a line by 0.1 dB.
    linearLength = max(length / (32 &+ Int(4 * max(shape, -shape))), 4)
  }

  private func frames(_ seconds: Float) -> Int { Int(Double(seconds) * sampleRate + 0.5) }
}

/// The modulation depths of a flex envelope, for a level of 1.
struct EnvelopeDepths: BitwiseCopyable {
  var pitchCents: Float = 0
  var cutoffCents: Float = 0
  var resonanceCentibels: Float = 0
  var gainCentibels: Float = 0
  var amplitude: Float = 0
  var isMultiplying = false
  /// In tenths of a percent.
  var pan: Float = 0
}
