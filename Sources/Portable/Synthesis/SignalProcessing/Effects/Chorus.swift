internal import CDSPKernels
import PeachMusicUnits

/// A chorus, mono in, stereo out: up to four voices read a delay line at modulated delays, with
/// Catmull-Rom interpolation. Within a control block a delay follows a cubic polynomial that
/// matches the sine LFO's value and slope at both ends.
package struct Chorus: BitwiseCopyable {
  private static var maxDelaySeconds: Double { 0.0915 }
  private static var rampSeconds: Double { 0.06 }
  /// The minimum delay, for interpolation: two frames, and one of margin.
  private static var minDelayFrames: Float { 3 }

  private var memory: EffectArena
  private let line: UnsafeMutablePointer<Float>
  private let kernels: EffectKernels
  private let capacity: Int
  private var writeIndex = 0
  private let sampleRate: Double
  private let rampBlocks: Int

  private var settings = ChorusSettings().clamped()
  private var isChanged = true
  private var detector = SilenceDetector()
  private var phase = 0.0

  private var delayFrames = Ramp<Float>(0)
  private var depthFrames = Ramp<Float>(0)
  private var phaseIncrement = Ramp<Float>(0)
  private var feedback = Ramp<Float>(0)
  private var firstGain = Ramp<Float>(0)
  private var secondGain = Ramp<Float>(0)
  private var reverbSend = Ramp<Float>(0)
  private var state = peach_chorus_state()

  /// Creates a chorus for a sample rate of 8,000 through 384,000 hertz. Allocates all its memory.
  package init(sampleRate: Double, simdLevel: SIMDLevel = .avx512) {
    kernels = EffectKernels(simdLevel: simdLevel)
    self.sampleRate = sampleRate
    capacity = EffectArena.capacity(seconds: Self.maxDelaySeconds, sampleRate: sampleRate)
    memory = EffectArena(vectors: capacity / 4 + 1, parameters: 0)
    // The first four frames are repeated after the last, so that four taps are always contiguous.
    line = memory.allocateFrames(capacity + 4)
    let highPass = OnePoleHighPass(hertz: 10, sampleRate: sampleRate)
    state.pole = highPass.pole
    state.coefficient = highPass.coefficient
    rampBlocks = max(Int(Self.rampSeconds * sampleRate / Double(ControlBlock.frames)), 1)
  }

  package func deallocate() { memory.deallocate() }

  /// Whether the output is silent and the delay line is cleared.
  package var isIdle: Bool {
    @_noLocks @_noAllocation get { !detector.isActive && memory.isClear }
  }

  /// Changes the settings from the next control block on, without a click.
  package mutating func set(_ settings: ChorusSettings) {
    self.settings = settings.clamped()
    isChanged = true
  }

  /// Adds the chorus of `count` frames, within one control block, to both channels and to the
  /// reverb send. `hasInput` may be false if all frames are zero.
  package mutating func process(
    _ input: UnsafePointer<Float>, hasInput: Bool, blockOffset: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>,
    reverb: UnsafeMutablePointer<Float>
  ) {
    if blockOffset == 0 && detector.isActive {
      if detector.becomesIdle(afterFrames: capacity) { reset() } else { prepareBlock() }
    }
    var first = 0
    if !detector.isActive {
      guard
        let onset = detector.onset(
          in: input, hasInput: hasInput, blockOffset: blockOffset, count: count, clearing: &memory)
      else { return }
      first = onset
      start()
    }
    processActive(
      input + first, blockOffset: blockOffset &+ first, count: count &- first, left: left + first,
      right: right + first, reverb: reverb + first)
  }

  private mutating func start() {
    phase = 0
    applySettings(blocks: 0)
    prepareBlock()
  }

  private mutating func reset() {
    state.lowpass_state = 0
    isChanged = true
  }

  private mutating func applySettings(blocks: Int) {
    isChanged = false
    let rate = Float(sampleRate)
    delayFrames.setTarget(to: settings.delaySeconds * rate + Self.minDelayFrames, blocks: blocks)
    depthFrames.setTarget(to: settings.depthSeconds * rate, blocks: blocks)
    phaseIncrement.setTarget(to: settings.rateHertz / rate, blocks: blocks)
    feedback.setTarget(to: settings.feedback, blocks: blocks)
    let level = StateVariableFilter.wetLevel(decibels: settings.level)
    let isDouble = settings.voicesPerChannel == 2
    firstGain.setTarget(to: isDouble ? level * 0.70710678 : level, blocks: blocks)
    secondGain.setTarget(to: isDouble ? level * 0.70710678 : 0, blocks: blocks)
    reverbSend.setTarget(to: settings.reverbSend, blocks: blocks)
  }

  private mutating func prepareBlock() {
    if isChanged { applySettings(blocks: rampBlocks) }
    if abs(state.lowpass_state) < 1e-20 { state.lowpass_state = 0 }
    delayFrames.prepareBlock()
    depthFrames.prepareBlock()
    phaseIncrement.prepareBlock()
    (state.feedback, state.feedback_step) = feedback.prepareBlock()
    (state.first_gain, state.first_gain_step) = firstGain.prepareBlock()
    (state.second_gain, state.second_gain_step) = secondGain.prepareBlock()
    (state.reverb_send, state.reverb_send_step) = reverbSend.prepareBlock()
    prepareDelays(voiceStep: state.second_gain == 0 && state.second_gain_step == 0 ? 2 : 1)
  }

  /// Sets the delays of every voice, or of every second one.
  private mutating func prepareDelays(voiceStep: Int) {
    let frames = Float(ControlBlock.frames)
    let cycles = Double(phaseIncrement(frames * 0.5)) * Double(frames)
    let nextPhase = phase + cycles
    // The phase increment in radians per block: the slope of the LFO.
    let radians = 6.283185307179586 * cycles
    var whole = SIMD4<Int32>(repeating: 0)
    var constant = SIMD4<Float>(repeating: 0)
    var (linear, quadratic, cubic) = (constant, constant, constant)
    let starts = Exponential.sineAndCosine(cycles: phase)
    let ends = Exponential.sineAndCosine(cycles: nextPhase)
    for voice in stride(from: 0, to: 4, by: voiceStep) {
      let start = Self.rotated(starts, voice)
      let end = Self.rotated(ends, voice)
      let startDepth = Double(depthFrames(0)) * 0.5
      let endDepth = Double(depthFrames(frames)) * 0.5
      let from = Double(delayFrames(0)) + startDepth * (1 + start.sine)
      let to = Double(delayFrames(frames)) + endDepth * (1 + end.sine)
      let rampSlope = Double(delayFrames.step + depthFrames.step * 0.5) * Double(frames)
      let startSlope = rampSlope + startDepth * start.cosine * radians
      let endSlope = rampSlope + endDepth * end.cosine * radians
      let minimum = max(Int32(min(from, to) - 2), 0)
      whole[voice] = minimum
      constant[voice] = Float(from - Double(minimum))
      linear[voice] = Float(startSlope)
      quadratic[voice] = Float(3 * (to - from) - 2 * startSlope - endSlope)
      cubic[voice] = Float(2 * (from - to) + startSlope + endSlope)
    }
    phase = nextPhase - Double(Int(nextPhase))
    FieldVector.store(whole, to: &state.whole)
    FieldVector.store(constant, to: &state.constant)
    FieldVector.store(linear, to: &state.linear)
    FieldVector.store(quadratic, to: &state.quadratic)
    FieldVector.store(cubic, to: &state.cubic)
  }

  /// Shifts the LFO phase of a voice: by 0 and ½ cycle on the left, ¼ and ¾ on the right.
  @inline(__always)
  private static func rotated(_ lfo: (sine: Double, cosine: Double), _ voice: Int) -> (
    sine: Double, cosine: Double
  ) {
    switch voice {
    case 0: lfo
    case 1: (-lfo.sine, -lfo.cosine)
    case 2: (lfo.cosine, -lfo.sine)
    default: (-lfo.cosine, lfo.sine)
    }
  }

  private mutating func processActive(
    _ input: UnsafePointer<Float>, blockOffset: Int, count: Int, left: UnsafeMutablePointer<Float>,
    right: UnsafeMutablePointer<Float>, reverb: UnsafeMutablePointer<Float>
  ) {
    state.peak = 0
    kernels.chorus(
      line, mask: capacity &- 1, writeIndex: writeIndex, input: input, count: count,
      blockOffset: blockOffset, state: &state, left: left, right: right, reverb: reverb)
    detector.addPeak(state.peak)
    writeIndex = (writeIndex &+ count) & (capacity &- 1)
  }
}
