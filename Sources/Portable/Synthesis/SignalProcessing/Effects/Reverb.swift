internal import CDSPKernels

/// A reverb, mono in, stereo out: pre-delay and early reflections, diffusers and a feedback delay
/// network; a stereo delay for the delay types. Parameters are updated at the start of each control
/// block. An idle reverb takes no CPU time.
package struct Reverb: BitwiseCopyable {
  private static var rampSeconds: Double { 0.06 }
  /// The number of scratch buffers of 64 frames: 32 for the lines, 4 diffused, 8 others.
  private static var scratchCount: Int { 44 }

  private var memory: EffectArena
  private var highPass: OnePoleHighPass
  private var reflections: EarlyReflections
  private var diffuser: Diffuser
  private var network: FeedbackDelayNetwork
  private var delay: StereoDelay
  private let scratch: UnsafeMutablePointer<Float>

  private var settings = ReverbSettings().clamped()
  private var isChanged = true
  private var detector = SilenceDetector()
  /// Whether a delay has been used since the effect became active.
  private var hasEchoes = false
  private let rampBlocks: Int

  private let kernels: EffectKernels
  private var levels = peach_reverb_levels()

  private var networkInput = Ramp<Float>(1)
  private var lateDirect = Ramp<Float>(0)
  private var lateCross = Ramp<Float>(0)
  private var earlyDirect = Ramp<Float>(0)
  private var earlyCross = Ramp<Float>(0)
  private var echoLevel = Ramp<Float>(0)

  /// Creates a reverb for a sample rate of 8,000 through 384,000 hertz. Allocates all its memory.
  package init(sampleRate: Double, simdLevel: SIMDLevel = .avx512) {
    kernels = EffectKernels(simdLevel: simdLevel)
    let scratchFrames = Self.scratchCount * ControlBlock.frames
    let vectors =
      Diffuser.vectors(sampleRate: sampleRate)
      + FeedbackDelayNetwork.vectors(sampleRate: sampleRate)
      + EarlyReflections.vectors(sampleRate: sampleRate)
      + StereoDelay.capacity(sampleRate: sampleRate) / 4 + scratchFrames / 4
    memory = EffectArena(vectors: vectors, parameters: 256)
    highPass = OnePoleHighPass(hertz: 50, sampleRate: sampleRate)
    reflections = EarlyReflections(&memory, sampleRate: sampleRate, kernels: kernels)
    diffuser = Diffuser(&memory, sampleRate: sampleRate, kernels: kernels)
    network = FeedbackDelayNetwork(&memory, sampleRate: sampleRate, kernels: kernels)
    delay = StereoDelay(&memory, sampleRate: sampleRate)
    scratch = memory.allocateFrames(scratchFrames)
    rampBlocks = max(Int(Self.rampSeconds * sampleRate / Double(ControlBlock.frames)), 1)
  }

  package func deallocate() { memory.deallocate() }

  /// Whether the output is silent and all delay lines are cleared.
  package var isIdle: Bool {
    @_noLocks @_noAllocation get { !detector.isActive && memory.isClear }
  }

  /// Changes the settings from the next control block on, without a click.
  package mutating func set(_ settings: ReverbSettings) {
    self.settings = settings.clamped()
    isChanged = true
  }

  /// Adds the reverb of `count` frames, within one control block, to both channels. Modifies
  /// `input`; `hasInput` may be false if all its frames are zero.
  package mutating func process(
    _ input: UnsafeMutablePointer<Float>, hasInput: Bool, blockOffset: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    if blockOffset == 0 && detector.isActive {
      if detector.becomesIdle(afterFrames: maxFrames) { reset() } else { prepareBlock() }
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
      right: right + first)
  }

  /// The longest time for which a signal stays inside before it reaches the output, in frames.
  private var maxFrames: Int {
    reflections.taps.maxFrames &+ diffuser.maxFrames &+ network.capacity
      &+ (hasEchoes ? delay.capacity : 0)
  }

  private mutating func start() {
    hasEchoes = false
    applySettings(blocks: 0)
    prepareBlock()
  }

  private mutating func reset() {
    highPass.reset()
    network.reset()
    // The next signal starts with the settings of that time.
    isChanged = true
  }

  private mutating func prepareBlock() {
    let isCrossfading =
      reflections.taps.isCrossfading || network.taps.isCrossfading || delay.taps.isCrossfading
    if isChanged && !isCrossfading { applySettings(blocks: rampBlocks) }
    reflections.prepareBlock()
    diffuser.prepareBlock()
    network.prepareBlock()
    delay.prepareBlock()
    networkInput.prepareBlock()
    highPass.flushDenormals()
    echoLevel.prepareBlock()
    (levels.late_direct, levels.late_direct_step) = lateDirect.prepareBlock()
    (levels.late_cross, levels.late_cross_step) = lateCross.prepareBlock()
    (levels.early_direct, levels.early_direct_step) = earlyDirect.prepareBlock()
    (levels.early_cross, levels.early_cross_step) = earlyCross.prepareBlock()
  }

  private mutating func applySettings(blocks: Int) {
    isChanged = false
    let isReverb = settings.style == .reverb
    if !isReverb { hasEchoes = true }
    // A reverb tail under a delay keeps its settings.
    if isReverb || blocks == 0 {
      reflections.set(settings, blocks: blocks)
      network.set(settings, blocks: blocks)
      diffuser.gain.setTarget(
        to: settings.diffusion * Diffuser.gain(seconds: Double(settings.seconds)), blocks: blocks)
    }
    delay.set(settings, blocks: blocks)
    let level = StateVariableFilter.wetLevel(decibels: settings.level)
    networkInput.setTarget(to: isReverb ? 1 : 0, blocks: blocks)
    echoLevel.setTarget(to: level, blocks: blocks)
    // Less width means more crosstalk, at constant power.
    let width = Double(settings.width)
    let scale = StateVariableFilter.squareRoot(0.5 / (1 + width * width))
    let direct = level * Float((1 + width) * scale)
    let cross = level * Float((1 - width) * scale)
    lateDirect.setTarget(to: direct * network.level, blocks: blocks)
    lateCross.setTarget(to: cross * network.level, blocks: blocks)
    earlyDirect.setTarget(to: direct * settings.earlyLevel, blocks: blocks)
    earlyCross.setTarget(to: cross * settings.earlyLevel, blocks: blocks)
  }

  private mutating func processActive(
    _ input: UnsafeMutablePointer<Float>, blockOffset: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let block = ControlBlock.frames
    let diffused = scratch + 32 &* block
    let wet = diffused + 4 &* block
    let (wetLeft, wetRight) = (wet, wet + block)
    let (earlyLeft, earlyRight) = (wet + 2 &* block, wet + 3 &* block)
    let (delayed, send) = (wet + 4 &* block, wet + 5 &* block)
    detector.addPeak(
      kernels.filterInput(
        input, send: send, count: count, blockOffset: blockOffset, level: networkInput,
        highPass: &highPass))
    reflections.process(
      send, blockOffset: blockOffset, count: count, delayed: delayed, left: earlyLeft,
      right: earlyRight)
    diffuser.process(delayed, to: diffused, blockOffset: blockOffset, count: count)
    network.process(
      diffused, blockOffset: blockOffset, count: count, buffers: scratch, left: wetLeft,
      right: wetRight)
    kernels.mixEarlyAndLate(
      wetLeft, earlyLeft, count: count, blockOffset: blockOffset, levels: &levels)
    if hasEchoes {
      delay.process(
        input, blockOffset: blockOffset, count: count, left: earlyLeft, right: earlyRight)
      for frame in 0..<count {
        let level = echoLevel(Float(blockOffset &+ frame))
        wetLeft[frame] += earlyLeft[frame] * level
        wetRight[frame] += earlyRight[frame] * level
      }
    }
    detector.addPeak(kernels.addWet(wetLeft, count: count, left: left, right: right))
  }
}
