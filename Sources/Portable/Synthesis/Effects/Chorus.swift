internal import CVoiceKernels
import PeachMusicUnits

/// A chorus: one channel in, two out.
///
/// Up to four voices read one delay line at places that swing; between its frames they read the
/// cubic through four neighbours, as ``CubicInterpolation`` does. Between the points of the 64-frame
/// grid a place moves on a cubic that meets the sine in value and slope at both ends.
package struct Chorus: BitwiseCopyable {
  private static var longestSeconds: Double { 0.0915 }
  private static var changeSeconds: Double { 0.06 }
  /// Frames that interpolation reaches beyond its place, and one.
  private static var leastFrames: Float { 3 }

  private var memory: DelayMemory
  private let line: UnsafeMutablePointer<Float>
  private let kernels: EffectKernels
  private let capacity: Int
  private var place = 0
  private let sampleRate: Double
  private let changePoints: Int
  private let highPass: HighPass

  private var settings = ChorusSettings().clamped()
  private var isChanged = true
  private var activity = EffectActivity()
  private var phase = 0.0

  private var delayFrames = Ramp(0)
  private var depthFrames = Ramp(0)
  private var rateTurns = Ramp(0)
  private var feedback = Ramp(0)
  private var firstLevel = Ramp(0)
  private var secondLevel = Ramp(0)
  private var onward = Ramp(0)
  /// The places of the four voices over the grid, and what the kernel remembers.
  private var state = peach_chorus_state()

  /// A chorus for a sample rate of 8,000 through 384,000 hertz. Allocates all it will ever need.
  package init(sampleRate: Double, width: KernelWidth = .avx512) {
    kernels = EffectKernels(width: width)
    self.sampleRate = sampleRate
    capacity = DelayMemory.capacity(seconds: Self.longestSeconds, sampleRate: sampleRate)
    memory = DelayMemory(vectors: capacity / 4 + 1, numbers: 0)
    // The first four frames stand behind the last once more: four neighbours are never parted.
    line = memory.takeFrames(capacity + 4)
    highPass = HighPass(hertz: 10, sampleRate: sampleRate)
    state.kept = highPass.kept
    state.coefficient = highPass.coefficient
    changePoints = max(
      Int(Self.changeSeconds * sampleRate / Double(Synthesizer.gridFrames)), 1)
  }

  /// Gives back what it allocated; nothing else may be called afterwards.
  package func deallocate() { memory.deallocate() }

  /// True while nothing sounds and all it holds is zero.
  package var isIdle: Bool { !activity.isActive && memory.isClear }

  /// Other settings, from the next point of the grid on, without a click.
  package mutating func set(_ settings: ChorusSettings) {
    self.settings = settings.clamped()
    isChanged = true
  }

  /// Adds the chorus of `count` frames to both sides, and what goes on to the reverb to `reverb`.
  ///
  /// `at` is the first frame's place on the grid, and `at + count` at most 64. `hasInput` may be
  /// false where all frames are zero.
  package mutating func process(
    _ input: UnsafePointer<Float>, hasInput: Bool, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    reverb: UnsafeMutablePointer<Float>
  ) {
    if at == 0 && activity.isActive {
      if activity.fallsAsleep(holding: capacity) { rest() } else { plan() }
    }
    var first = 0
    if !activity.isActive {
      guard
        let heard = activity.wakes(
          by: input, hasInput: hasInput, at: at, count: count, clearing: &memory)
      else { return }
      first = heard
      begin()
    }
    sound(
      input + first, at: at &+ first, count: count &- first, left: left + first,
      right: right + first, reverb: reverb + first)
  }

  private mutating func begin() {
    phase = 0
    apply(points: 0)
    plan()
  }

  private mutating func rest() {
    state.low = 0
    isChanged = true
  }

  private mutating func apply(points: Int) {
    isChanged = false
    let rate = Float(sampleRate)
    delayFrames.move(to: settings.delaySeconds * rate + Self.leastFrames, points: points)
    depthFrames.move(to: settings.depthSeconds * rate, points: points)
    rateTurns.move(to: settings.rateHertz / rate, points: points)
    feedback.move(to: settings.feedback, points: points)
    let decibels = Double(settings.level)
    let level =
      settings.level <= -96 ? 0 : Float(StateVariableFilter.amplitude(decibels: decibels))
    let isDouble = settings.voicesPerSide == 2
    firstLevel.move(to: isDouble ? level * 0.70710678 : level, points: points)
    secondLevel.move(to: isDouble ? level * 0.70710678 : 0, points: points)
    onward.move(to: settings.reverbSend, points: points)
  }

  private mutating func plan() {
    if isChanged { apply(points: changePoints) }
    if abs(state.low) < 1e-20 { state.low = 0 }
    delayFrames.plan()
    depthFrames.plan()
    rateTurns.plan()
    feedback.plan()
    firstLevel.plan()
    secondLevel.plan()
    onward.plan()
    let frames = Float(Synthesizer.gridFrames)
    let turns = Double(rateTurns(frames * 0.5)) * Double(frames)
    let next = phase + turns
    // What the swing would move in a whole stretch at its present slope.
    let swing = 6.283185307179586 * turns
    var whole = SIMD4<Int32>(repeating: 0)
    var constant = SIMD4<Float>(repeating: 0)
    var (linear, square, cubic) = (constant, constant, constant)
    let starts = Exponential.sineAndCosine(turns: phase)
    let ends = Exponential.sineAndCosine(turns: next)
    for voice in 0..<4 {
      let start = Self.turned(starts, voice)
      let end = Self.turned(ends, voice)
      let startDepth = Double(depthFrames(0)) * 0.5
      let endDepth = Double(depthFrames(frames)) * 0.5
      let from = Double(delayFrames(0)) + startDepth * (1 + start.sine)
      let to = Double(delayFrames(frames)) + endDepth * (1 + end.sine)
      let straight =
        Double(delayFrames.step + depthFrames.step * 0.5) * Double(frames)
      let slopeFrom = straight + startDepth * start.cosine * swing
      let slopeTo = straight + endDepth * end.cosine * swing
      let least = max(Int32(min(from, to) - 2), 0)
      whole[voice] = least
      constant[voice] = Float(from - Double(least))
      linear[voice] = Float(slopeFrom)
      square[voice] = Float(3 * (to - from) - 2 * slopeFrom - slopeTo)
      cubic[voice] = Float(2 * (from - to) + slopeFrom + slopeTo)
    }
    phase = next - Double(Int(next))
    state.whole = (whole[0], whole[1], whole[2], whole[3])
    state.constant = Self.four(constant)
    state.linear = Self.four(linear)
    state.square = Self.four(square)
    state.cubic = Self.four(cubic)
    (state.feedback, state.feedback_step) = (feedback.value, feedback.step)
    (state.first, state.first_step) = (firstLevel.value, firstLevel.step)
    (state.second, state.second_step) = (secondLevel.value, secondLevel.step)
    (state.onward, state.onward_step) = (onward.value, onward.step)
  }

  private static func four(_ x: SIMD4<Float>) -> (Float, Float, Float, Float) {
    (x[0], x[1], x[2], x[3])
  }

  /// Left 0 and ½, right ¼ and ¾ of a swing apart.
  @inline(__always)
  private static func turned(_ swing: (sine: Double, cosine: Double), _ voice: Int) -> (
    sine: Double, cosine: Double
  ) {
    switch voice {
    case 0: swing
    case 1: (-swing.sine, -swing.cosine)
    case 2: (swing.cosine, -swing.sine)
    default: (-swing.cosine, swing.sine)
    }
  }

  private mutating func sound(
    _ input: UnsafePointer<Float>, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    reverb: UnsafeMutablePointer<Float>
  ) {
    state.loudest = 0
    kernels.chorus(
      line, mask: capacity &- 1, place: place, input: input, count: count, at: at, state: &state,
      left: left, right: right, reverb: reverb)
    activity.hear(state.loudest)
    place = (place &+ count) & (capacity &- 1)
  }
}
