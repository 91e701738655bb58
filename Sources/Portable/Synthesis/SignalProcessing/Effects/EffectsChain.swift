/// The effects between voices and output: chorus, then reverb, which the chorus can feed.
struct EffectsChain: BitwiseCopyable {
  private(set) var chorus: Chorus
  private(set) var reverb: Reverb
  private var chorusSettings = ChorusSettings()
  private var reverbSettings = ReverbSettings()
  /// Decibels that are added to the levels of the settings.
  private var chorusDecibels: Float = 0
  private var reverbDecibels: Float = 0

  init(sampleRate: Double, simdLevel: SIMDLevel) {
    chorus = Chorus(sampleRate: sampleRate, simdLevel: simdLevel)
    reverb = Reverb(sampleRate: sampleRate, simdLevel: simdLevel)
  }

  func deallocate() {
    chorus.deallocate()
    reverb.deallocate()
  }

  var isIdle: Bool { @_noLocks @_noAllocation get { chorus.isIdle && reverb.isIdle } }

  mutating func set(_ settings: ReverbSettings) {
    reverbSettings = settings
    var settings = settings
    settings.level += reverbDecibels
    reverb.set(settings)
  }

  mutating func set(_ settings: ChorusSettings) {
    chorusSettings = settings
    var settings = settings
    settings.level += chorusDecibels
    chorus.set(settings)
  }

  /// Adds decibels to the levels of these and later settings.
  mutating func addDecibels(reverb: Float, chorus: Float) {
    if reverb != reverbDecibels {
      reverbDecibels = reverb
      set(reverbSettings)
    }
    if chorus != chorusDecibels {
      chorusDecibels = chorus
      set(chorusSettings)
    }
  }

  /// Adds the effects of `count` frames to both channels, from the synthesizer's frame `frame` on:
  /// first the chorus of all frames, then the reverb. Modifies the sends.
  mutating func process(
    reverb reverbSend: UnsafeMutablePointer<Float>,
    chorus chorusSend: UnsafeMutablePointer<Float>, frame: Int64, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    ControlBlock.forEachPart(of: count, from: frame) { start, blockOffset, run in
      let send = chorusSend + start
      chorus.process(
        send, hasInput: Self.hasSignal(send, count: run), blockOffset: blockOffset, count: run,
        left: left + start, right: right + start, reverb: reverbSend + start)
    }
    ControlBlock.forEachPart(of: count, from: frame) { start, blockOffset, run in
      let send = reverbSend + start
      reverb.process(
        send, hasInput: Self.hasSignal(send, count: run), blockOffset: blockOffset, count: run,
        left: left + start, right: right + start)
    }
  }

  private static func hasSignal(_ frames: UnsafePointer<Float>, count: Int) -> Bool {
    for frame in 0..<count where frames[frame] != 0 { return true }
    return false
  }
}
