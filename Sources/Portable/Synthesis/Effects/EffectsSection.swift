/// What stands between the voices and the output: chorus, then reverb, which may hear the chorus.
struct EffectsSection: BitwiseCopyable {
  private(set) var chorus: Chorus
  private(set) var reverb: Reverb

  /// Allocates all it will ever need.
  init(sampleRate: Double, width: KernelWidth) {
    chorus = Chorus(sampleRate: sampleRate, width: width)
    reverb = Reverb(sampleRate: sampleRate, width: width)
  }

  func deallocate() {
    chorus.deallocate()
    reverb.deallocate()
  }

  /// True while they have nothing to say.
  var isIdle: Bool { chorus.isIdle && reverb.isIdle }

  mutating func set(_ settings: ReverbSettings) { reverb.set(settings) }
  mutating func set(_ settings: ChorusSettings) { chorus.set(settings) }

  /// Adds the effects of what was sent in this stretch to both sides; `at` is its first frame's
  /// place on the grid. What was sent is changed.
  mutating func process(
    reverb sentToReverb: UnsafeMutablePointer<Float>,
    chorus sentToChorus: UnsafeMutablePointer<Float>, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    chorus.process(
      sentToChorus, hasInput: Self.isHeard(sentToChorus, count: count), at: at, count: count,
      left: left, right: right, reverb: sentToReverb)
    reverb.process(
      sentToReverb, hasInput: Self.isHeard(sentToReverb, count: count), at: at, count: count,
      left: left, right: right)
  }

  private static func isHeard(_ frames: UnsafePointer<Float>, count: Int) -> Bool {
    for frame in 0..<count where frames[frame] != 0 { return true }
    return false
  }
}
