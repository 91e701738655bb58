/// The processing between voices and output: effects, master level, clicks and
/// limiter. All its memory is
/// its own, so that another thread than the voices' may run it.
struct OutputStage: BitwiseCopyable {
  let effects: UnsafeMutablePointer<EffectsChain>?
  let limiter: UnsafeMutablePointer<Limiter>?
  let level: UnsafeMutablePointer<MasterLevel>
  let click: UnsafeMutablePointer<ClickGenerator>
  private let kernels: VoiceKernels
  /// The effect sends of a control block.
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
    sends = .allocateLines(repeating: 0, count: 2 * ControlBlock.frames)
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
    if let wet = span.wet { return finish(span, wetLeft: wet.left, wetRight: wet.right) }
    if span.buses.areSilent && isAtRest { return span.clear() }
    var done = 0
    while done < span.count {
      let frame = span.frame &+ Int64(done)
      let run = min(span.count &- done, ControlBlock.framesRemaining(from: frame))
      let sum = VoiceMixBuses(
        left: span.left + done, right: span.right + done, reverb: sends,
        chorus: sends + ControlBlock.frames)
      span.buses.add(count: run, at: done, to: sum, kernels: kernels)
      finish(sum, blockOffset: ControlBlock.offset(of: frame), count: run)
      done &+= run
    }
  }

  /// Writes the voices of a span to its buffers, and the effects to buffers of their own; without
  /// clicks and limiter.
  private func finish(
    _ span: VoiceSpan, wetLeft: UnsafeMutablePointer<Float>, wetRight: UnsafeMutablePointer<Float>
  ) {
    var done = 0
    while done < span.count {
      let frame = span.frame &+ Int64(done)
      let run = min(span.count &- done, ControlBlock.framesRemaining(from: frame))
      let (left, right) = (span.left + done, span.right + done)
      let sum = VoiceMixBuses(
        left: left, right: right, reverb: sends, chorus: sends + ControlBlock.frames)
      span.buses.add(count: run, at: done, to: sum, kernels: kernels)
      for index in done..<(done &+ run) {
        wetLeft[index] = 0
        wetRight[index] = 0
      }
      effects?.pointee.process(
        reverb: sum.reverb, chorus: sum.chorus, blockOffset: ControlBlock.offset(of: frame),
        count: run, left: wetLeft + done, right: wetRight + done)
      var wetLevel = level.pointee
      wetLevel.process(left: wetLeft + done, right: wetRight + done, count: run)
      level.pointee.process(left: left, right: right, count: run)
      done &+= run
    }
  }

  private func finish(_ sum: VoiceMixBuses, blockOffset: Int, count: Int) {
    let (left, right) = (sum.left, sum.right)
    for frame in 0..<count { left[frame] = Self.flushDenormals(left[frame]) }
    for frame in 0..<count { right[frame] = Self.flushDenormals(right[frame]) }
    effects?.pointee.process(
      reverb: sum.reverb, chorus: sum.chorus, blockOffset: blockOffset, count: count, left: left,
      right: right)
    level.pointee.process(left: left, right: right, count: count)
    click.pointee.process(left: left, right: right, count: count)
    limiter?.pointee.process(left: left, right: right, count: count)
  }
}
