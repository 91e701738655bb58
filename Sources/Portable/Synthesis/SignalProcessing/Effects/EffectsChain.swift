/// The effects between voices and output: chorus, then reverb, which the chorus can feed.
struct EffectsChain: BitwiseCopyable {
  private(set) var chorus: Chorus
  private(set) var reverb: Reverb

  init(sampleRate: Double, simdLevel: SIMDLevel) {
    chorus = Chorus(sampleRate: sampleRate, simdLevel: simdLevel)
    reverb = Reverb(sampleRate: sampleRate, simdLevel: simdLevel)
  }

  func deallocate() {
    chorus.deallocate()
    reverb.deallocate()
  }

  var isIdle: Bool { chorus.isIdle && reverb.isIdle }

  mutating func set(_ settings: ReverbSettings) { reverb.set(settings) }
  mutating func set(_ settings: ChorusSettings) { chorus.set(settings) }

  /// Adds the effects to both channels. Modifies the sends.
  mutating func process(
    reverb reverbSend: UnsafeMutablePointer<Float>,
    chorus chorusSend: UnsafeMutablePointer<Float>, blockOffset: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    chorus.process(
      chorusSend, hasInput: Self.hasSignal(chorusSend, count: count), blockOffset: blockOffset,
      count: count, left: left, right: right, reverb: reverbSend)
    reverb.process(
      reverbSend, hasInput: Self.hasSignal(reverbSend, count: count), blockOffset: blockOffset,
      count: count, left: left, right: right)
  }

  private static func hasSignal(_ frames: UnsafePointer<Float>, count: Int) -> Bool {
    for frame in 0..<count where frames[frame] != 0 { return true }
    return false
  }
}
