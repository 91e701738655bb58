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
