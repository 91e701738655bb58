/// What becomes of the voices' sums until they are heard: effects, the level of the whole, limiter.
/// All it has is in memory of its own, so that another thread than the voices' may see to it.
struct OutputStage: BitwiseCopyable {
  /// Nil where there are none.
  let effects: UnsafeMutablePointer<EffectsChain>?
  let limiter: UnsafeMutablePointer<Limiter>?
  let level: UnsafeMutablePointer<MasterLevel>
  private let kernels: VoiceKernels
  /// What is sent to the effects in a stretch.
  private let sent: UnsafeMutablePointer<Float>

  /// Allocates all it will ever need.
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
    sent = .allocateLines(2 * Synthesizer.controlBlockFrames)
  }

  func deallocate() {
    effects?.pointee.deallocate()
    effects?.deallocate()
    limiter?.pointee.deallocate()
    limiter?.deallocate()
    level.deallocate()
    sent.deallocate()
  }

  /// True while nothing it holds is still to be heard.
  var isIdle: Bool { effects?.pointee.isIdle ?? true && limiter?.pointee.isIdle ?? true }

  /// Nothing in place of what is below −500 dB: a filter that dies away passes through numbers so
  /// small that whoever gets the output would compute slowly with them.
  @inline(__always) private static func quick(_ value: Float) -> Float {
    abs(value) < 1e-25 ? 0 : value
  }

  /// Writes a span of the voices' frames, all of which are rendered, to both sides.
  func finish(_ span: VoiceSpan) {
    let grid = Synthesizer.controlBlockFrames
    var done = 0
    while done < span.count {
      let place = (span.frame &+ done) & (grid &- 1)
      let run = min(span.count &- done, grid &- place)
      let sum = VoiceMixBuses(
        left: span.left + done, right: span.right + done, reverb: sent, chorus: sent + grid)
      span.buses.add(count: run, at: done, to: sum, kernels: kernels)
      finish(sum, at: place, count: run)
      done &+= run
    }
  }

  /// The same for a stretch that lies within the grid; `at` is its place there.
  private func finish(_ sum: VoiceMixBuses, at: Int, count: Int) {
    let (left, right) = (sum.left, sum.right)
    for index in 0..<count { left[index] = Self.quick(left[index]) }
    for index in 0..<count { right[index] = Self.quick(right[index]) }
    if let effects {
      effects.pointee.process(
        reverb: sum.reverb, chorus: sum.chorus, blockOffset: at, count: count, left: left,
        right: right)
    }
    level.pointee.process(left: left, right: right, count: count)
    if let limiter { limiter.pointee.process(left: left, right: right, count: count) }
  }
}
