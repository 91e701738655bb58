/// A reverb: one channel in, two out.
///
/// Pre-delay, first reflections, diffusers and a feedback delay network; echoes for the presets of
/// GS that ask for them. Everything is planned on a grid of 64 frames that begins where `at` is 0.
/// A silent one costs nothing and holds nothing but zeros.
package struct Reverb: BitwiseCopyable {
  /// How long a change of the settings takes.
  private static var changeSeconds: Double { 0.06 }

  private var memory: DelayMemory
  private var highPass: HighPass
  private var reflections: FirstReflections
  private var diffuser: Diffuser
  private var network: FeedbackNetwork
  private var echo: Echo
  /// Room for 64 frames of each step.
  private let scratch: UnsafeMutablePointer<SIMD4<Float>>

  private var settings = ReverbSettings().clamped()
  private var isChanged = true
  private var activity = EffectActivity()
  /// Echoes were asked for since it began to sound.
  private var hasEchoes = false
  private let changePoints: Int

  private let kernels: EffectKernels
  /// What each side has of its own and of the other, dense and early, and how that moves.
  private let levels: UnsafeMutablePointer<Float>

  private var networkInput = Ramp(1)
  private var denseOwn = Ramp(0)
  private var denseCrossed = Ramp(0)
  private var earlyOwn = Ramp(0)
  private var earlyCrossed = Ramp(0)
  private var echoLevel = Ramp(0)

  /// A reverb for a sample rate of 8,000 through 384,000 hertz. Allocates all it will ever need.
  package init(sampleRate: Double, width: KernelWidth = .avx512) {
    kernels = EffectKernels(width: width)
    let grid = Synthesizer.gridFrames
    let vectors =
      Diffuser.vectors(sampleRate: sampleRate) + FeedbackNetwork.vectors(sampleRate: sampleRate)
      + FirstReflections.vectors(sampleRate: sampleRate)
      + Echo.capacity(sampleRate: sampleRate) / 4 + grid * 11
    memory = DelayMemory(vectors: vectors, numbers: 256)
    highPass = HighPass(hertz: 50, sampleRate: sampleRate)
    reflections = FirstReflections(&memory, sampleRate: sampleRate, kernels: kernels)
    diffuser = Diffuser(&memory, sampleRate: sampleRate, kernels: kernels)
    network = FeedbackNetwork(&memory, sampleRate: sampleRate, kernels: kernels)
    echo = Echo(&memory, sampleRate: sampleRate)
    scratch = memory.takeVectors(grid * 11)
    levels = UnsafeMutableRawPointer(memory.takeNumbers(8)).bindMemory(
      to: Float.self, capacity: 8)
    changePoints = max(Int(Self.changeSeconds * sampleRate / Double(grid)), 1)
  }

  /// Gives back what it allocated; nothing else may be called afterwards.
  package func deallocate() { memory.deallocate() }

  /// True while nothing sounds and all it holds is zero.
  package var isIdle: Bool { !activity.isActive && memory.isClear }

  /// Other settings, from the next point of the grid on, without a click.
  package mutating func set(_ settings: ReverbSettings) {
    self.settings = settings.clamped()
    isChanged = true
  }

  /// Adds the reverb of `count` frames to both sides; `input` is changed.
  ///
  /// `at` is the first frame's place on the grid, and `at + count` at most 64. `hasInput` may be
  /// false where all frames are zero.
  package mutating func process(
    _ input: UnsafeMutablePointer<Float>, hasInput: Bool, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    if at == 0 && activity.isActive {
      if activity.fallsAsleep(holding: longestFrames) { rest() } else { plan() }
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
      right: right + first)
  }

  /// How long a sound may stay somewhere inside before it is heard.
  private var longestFrames: Int {
    reflections.taps.longest &+ diffuser.longestFrames &+ network.capacity
      &+ (hasEchoes ? echo.capacity : 0)
  }

  private mutating func begin() {
    hasEchoes = false
    apply(points: 0)
    plan()
  }

  private mutating func rest() {
    highPass.reset()
    network.reset()
    // The next sound begins with the settings as they are then.
    isChanged = true
  }

  private mutating func plan() {
    let isMoving = reflections.taps.isMoving || network.taps.isMoving || echo.taps.isMoving
    if isChanged && !isMoving { apply(points: changePoints) }
    reflections.plan()
    diffuser.plan()
    network.plan()
    echo.plan()
    networkInput.plan()
    highPass.rest()
    denseOwn.plan()
    denseCrossed.plan()
    earlyOwn.plan()
    earlyCrossed.plan()
    echoLevel.plan()
    (levels[0], levels[1]) = (denseOwn.value, denseOwn.step)
    (levels[2], levels[3]) = (denseCrossed.value, denseCrossed.step)
    (levels[4], levels[5]) = (earlyOwn.value, earlyOwn.step)
    (levels[6], levels[7]) = (earlyCrossed.value, earlyCrossed.step)
  }

  private mutating func apply(points: Int) {
    isChanged = false
    let isReverb = settings.style == .reverb
    if !isReverb { hasEchoes = true }
    // What still sounds of a reverb under echoes keeps its room.
    if isReverb || points == 0 {
      reflections.set(settings, points: points)
      network.set(settings, points: points)
      diffuser.gain.move(
        to: settings.diffusion * Diffuser.gain(seconds: Double(settings.seconds)), points: points)
    }
    echo.set(settings, points: points)
    let decibels = Double(settings.level)
    let level =
      settings.level <= -96 ? 0 : Float(StateVariableFilter.amplitude(decibels: decibels))
    networkInput.move(to: isReverb ? 1 : 0, points: points)
    echoLevel.move(to: level, points: points)
    // Each side has some of the other where they are not to be independent; the power stays.
    let width = Double(settings.width)
    let scale = StateVariableFilter.squareRoot(0.5 / (1 + width * width))
    let own = level * Float((1 + width) * scale)
    let crossed = level * Float((1 - width) * scale)
    denseOwn.move(to: own * network.level, points: points)
    denseCrossed.move(to: crossed * network.level, points: points)
    earlyOwn.move(to: own * settings.earlyLevel, points: points)
    earlyCrossed.move(to: crossed * settings.earlyLevel, points: points)
  }

  private mutating func sound(
    _ input: UnsafeMutablePointer<Float>, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let grid = Synthesizer.gridFrames
    let rows = UnsafeMutableRawPointer(scratch).assumingMemoryBound(to: Float.self)
    let diffused = rows + 32 &* grid
    let floats = diffused + 4 &* grid
    let (wetLeft, wetRight) = (floats, floats + grid)
    let (earlyLeft, earlyRight) = (floats + 2 &* grid, floats + 3 &* grid)
    let (delayed, sent) = (floats + 4 &* grid, floats + 5 &* grid)
    activity.hear(
      kernels.enter(
        input, sent: sent, count: count, at: at, level: networkInput, highPass: &highPass))
    reflections.process(
      sent, at: at, count: count, delayed: delayed, left: earlyLeft, right: earlyRight)
    diffuser.process(delayed, to: diffused, at: at, count: count)
    network.process(
      diffused, at: at, count: count, rows: rows, left: wetLeft, right: wetRight)
    kernels.join(wetLeft, earlyLeft, count: count, at: at, levels: levels)
    if hasEchoes {
      echo.process(input, at: at, count: count, left: earlyLeft, right: earlyRight)
      for frame in 0..<count {
        let level = echoLevel(Float(at &+ frame))
        wetLeft[frame] += earlyLeft[frame] * level
        wetRight[frame] += earlyRight[frame] * level
      }
    }
    activity.hear(kernels.leave(wetLeft, count: count, left: left, right: right))
  }
}
