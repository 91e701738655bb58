internal import CDSPKernels

/// Inputs and outputs of the modulation kernel for up to eight voices.
struct ModulationBatch: BitwiseCopyable {
  static var laneCount: Int { 8 }

  /// The index in the pool of each lane's voice.
  let voices: UnsafeMutablePointer<Int>
  let states: UnsafeMutablePointer<UnsafePointer<peach_modulation>>
  /// The frames from a state's reference frame to the end of the next control block.
  let elapsedFrames: UnsafeMutablePointer<Double>
  let pitches: UnsafeMutablePointer<Double>
  /// Amplitudes without master gain and pan.
  let amplitudes: UnsafeMutablePointer<Float>
  let filters: UnsafeMutablePointer<UnsafeMutablePointer<VoiceFilter>>
  /// The filter of lanes without filter modulation.
  let dummyFilter: UnsafeMutablePointer<VoiceFilter>

  /// Allocates a batch; unused lanes read `dummyState`.
  init(dummyState: UnsafePointer<peach_modulation>) {
    voices = .allocate(repeating: 0, count: Self.laneCount)
    states = .allocate(repeating: dummyState, count: Self.laneCount)
    elapsedFrames = .allocate(repeating: 0, count: Self.laneCount)
    let pitchCount = Int(peach_pitch_value_count) * Self.laneCount
    pitches = .allocate(repeating: 0, count: pitchCount)
    amplitudes = .allocate(repeating: 0, count: Self.laneCount)
    dummyFilter = .allocate(repeating: VoiceFilter(), count: 1)
    filters = .allocate(repeating: dummyFilter, count: Self.laneCount)
  }

  func deallocate() {
    voices.deallocate()
    states.deallocate()
    elapsedFrames.deallocate()
    pitches.deallocate()
    amplitudes.deallocate()
    filters.deallocate()
    dummyFilter.deallocate()
  }

  /// The resampling ratio of a lane's voice, in octaves and as a factor.
  @inline(__always) func octaves(_ lane: Int) -> Double { pitches[lane] }
  @inline(__always) func ratio(_ lane: Int) -> Double { pitches[8 &+ lane] }
}
