/// What stands between the voices and the output: chorus, then reverb, which may hear the chorus.
struct EffectsSection: BitwiseCopyable {
  var buses: SendBuses
  private(set) var chorus: Chorus
  private(set) var reverb: Reverb
  private let memory: UnsafeMutablePointer<Float>

  /// Allocates all it will ever need.
  init(sampleRate: Double) {
    let count = SendBuses.count + 2 * Synthesizer.gridFrames
    memory = .allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    buses = SendBuses(memory: memory + 2 * Synthesizer.gridFrames)
    chorus = Chorus(sampleRate: sampleRate)
    reverb = Reverb(sampleRate: sampleRate)
  }

  func deallocate() {
    chorus.deallocate()
    reverb.deallocate()
    memory.deallocate()
  }

  /// True while they have nothing to say.
  var isIdle: Bool { chorus.isIdle && reverb.isIdle }

  mutating func set(_ settings: ReverbSettings) { reverb.set(settings) }
  mutating func set(_ settings: ChorusSettings) { chorus.set(settings) }

  /// Adds the effects of what was sent in this stretch to both sides; `at` is its first frame's
  /// place on the grid.
  mutating func process(
    at: Int, count: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let isUsed = buses.isUsed
    if !isUsed && isIdle { return }
    buses.isUsed = false
    let reverbSum = memory
    let chorusSum = memory + Synthesizer.gridFrames
    for frame in 0..<count {
      reverbSum[frame] = isUsed ? buses.reverb[frame] : 0
      chorusSum[frame] = isUsed ? buses.chorus[frame] : 0
    }
    chorus.process(
      chorusSum, hasInput: Self.isHeard(chorusSum, count: count), at: at, count: count, left: left,
      right: right, reverb: reverbSum)
    reverb.process(
      reverbSum, hasInput: Self.isHeard(reverbSum, count: count), at: at, count: count, left: left,
      right: right)
  }

  private static func isHeard(_ frames: UnsafePointer<Float>, count: Int) -> Bool {
    for frame in 0..<count where frames[frame] != 0 { return true }
    return false
  }
}
