import PeachMusicUnits

/// The clicks of a metronome: decaying cosines that start at their peak, so that their first frame
/// is their onset.
struct ClickGenerator: BitwiseCopyable {
  private var sine = 0.0
  private var cosine = 0.0
  private var stepSine = 0.0
  private var stepCosine = 1.0
  private var framesRemaining = 0
  private let accent: (sine: Double, cosine: Double)
  private let beat: (sine: Double, cosine: Double)
  private let decay: Double
  private let frames: Int

  private static var accentHertz: Double { 2000 }
  private static var beatHertz: Double { 1200 }
  /// The time in which a click decays by 8.7 dB.
  private static var decaySeconds: Double { 0.006 }
  /// The duration, after which a click is 72 dB below its peak.
  private static var seconds: Double { 0.05 }

  init(sampleRate: Double) {
    accent = Exponential.sineAndCosine(cycles: Self.accentHertz / sampleRate)
    beat = Exponential.sineAndCosine(cycles: Self.beatHertz / sampleRate)
    decay = Exponential.exp2(-1.4426950408889634 / (Self.decaySeconds * sampleRate))
    frames = Int(Self.seconds * sampleRate)
  }

  var isIdle: Bool { @_noLocks @_noAllocation get { framesRemaining == 0 } }

  /// Starts a click with the next frame; it ends an earlier one.
  mutating func start(isAccented: Bool, gain: Float) {
    (stepSine, stepCosine) = isAccented ? accent : beat
    (stepSine, stepCosine) = (stepSine * decay, stepCosine * decay)
    (sine, cosine) = (0, Double(gain))
    framesRemaining = frames
  }

  /// Adds the click to `count` frames of both channels.
  mutating func process(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    if framesRemaining == 0 { return }
    for frame in 0..<min(count, framesRemaining) {
      let value = Float(cosine)
      left[frame] += value
      right[frame] += value
      (sine, cosine) = (
        sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine
      )
    }
    framesRemaining = max(framesRemaining &- count, 0)
  }
}
