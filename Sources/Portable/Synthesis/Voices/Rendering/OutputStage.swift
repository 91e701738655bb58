/// The processing between voices and output: effects, master level, clicks and limiter, each for a
/// whole span, so that its code and its delay lines stay in the processor's caches. All its memory
/// is its own, so that another thread than the voices' may run it.
struct OutputStage: BitwiseCopyable {
  let effects: UnsafeMutablePointer<EffectsChain>?
  let limiter: UnsafeMutablePointer<Limiter>?
  let level: UnsafeMutablePointer<MasterLevel>
  let click: UnsafeMutablePointer<ClickGenerator>
  private let kernels: VoiceKernels
  /// The effect sends of a span: reverb, then chorus.
  private let sends: UnsafeMutablePointer<Float>

  init(_ configuration: SynthesizerConfiguration) {
    kernels = VoiceKernels(quality: .cubic, simdLevel: configuration.kernels.simdLevel)
    effects = configuration.effects ? .allocate(capacity: 1) : nil
    effects?.initialize(
      to: EffectsChain(
        sampleRate: configuration.sampleRate, simdLevel: configuration.kernels.simdLevel))
    limiter = configuration.limiter ? .allocate(capacity: 1) : nil
    limiter?.initialize(to: Limiter(sampleRate: configuration.sampleRate))
    level = .allocate(capacity: 1)
    level.initialize(to: MasterLevel())
    click = .allocate(capacity: 1)
    click.initialize(to: ClickGenerator(sampleRate: configuration.sampleRate))
    sends = .allocateLines(repeating: 0, count: 2 * VoiceSpan.maximumFrames)
  }

  func deallocate() {
    effects?.pointee.deallocate()
    effects?.deallocate()
    limiter?.pointee.deallocate()
    limiter?.deallocate()
    level.deallocate()
    click.deallocate()
    sends.deallocate()
  }

  var isIdle: Bool {
    @_noLocks @_noAllocation get {
      effects?.pointee.isIdle ?? true && click.pointee.isIdle && limiter?.pointee.isIdle ?? true
    }
  }

  /// Flushes values below −500 dBFS: a decaying filter's denormals would slow down the host.
  @inline(__always) private static func flushDenormals(_ value: Float) -> Float {
    abs(value) < 1e-25 ? 0 : value
  }

  /// Whether silence leaves the state unchanged and is output as exact zeros.
  private var isAtRest: Bool {
    effects?.pointee.isIdle ?? true && !level.pointee.isRamping && click.pointee.isIdle
      && limiter?.pointee.isAtRest ?? true
  }

  /// Writes the output of a span whose voices are rendered.
  func finish(_ span: VoiceSpan) {
    if span.wet == nil && span.buses.areSilent && isAtRest { return span.clear() }
    let (left, right, count) = (span.left, span.right, span.count)
    let sum = VoiceMixBuses(
      left: left, right: right, reverb: sends, chorus: sends + VoiceSpan.maximumFrames)
    span.buses.add(count: count, to: sum, kernels: kernels)
    if let wet = span.wet { return finish(span, sum, wet) }
    for frame in 0..<count { left[frame] = Self.flushDenormals(left[frame]) }
    for frame in 0..<count { right[frame] = Self.flushDenormals(right[frame]) }
    effects?.pointee.process(
      reverb: sum.reverb, chorus: sum.chorus, frame: span.frame, count: count, left: left,
      right: right)
    level.pointee.process(left: left, right: right, count: count)
    click.pointee.process(left: left, right: right, count: count)
    limiter?.pointee.process(left: left, right: right, count: count)
  }

  /// Writes the effects of a span to buffers of their own, without clicks and limiter.
  private func finish(_ span: VoiceSpan, _ sum: VoiceMixBuses, _ wet: VoiceSpan.Wet) {
    wet.left.update(repeating: 0, count: span.count)
    wet.right.update(repeating: 0, count: span.count)
    effects?.pointee.process(
      reverb: sum.reverb, chorus: sum.chorus, frame: span.frame, count: span.count,
      left: wet.left, right: wet.right)
    var wetLevel = level.pointee
    wetLevel.process(left: wet.left, right: wet.right, count: span.count)
    level.pointee.process(left: sum.left, right: sum.right, count: span.count)
  }
}
