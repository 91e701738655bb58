internal import CVoiceKernels

/// Up to eight voices whose motion is computed side by side, and where they come to: rows of eight
/// numbers.
struct MotionBatch: BitwiseCopyable {
  static var laneCount: Int { 8 }

  /// The places of the voices in the pool.
  let voices: UnsafeMutablePointer<Int>
  let motions: UnsafeMutablePointer<UnsafePointer<peach_motion>>
  /// Frames from where their motion begins to the end of the next stretch.
  let passed: UnsafeMutablePointer<Double>
  let pitches: UnsafeMutablePointer<Double>
  /// Without gain and pan.
  let amplitudes: UnsafeMutablePointer<Float>
  let filters: UnsafeMutablePointer<UnsafeMutablePointer<VoiceFilter>>
  /// What is in the place of a filter that does not move.
  let noFilter: UnsafeMutablePointer<VoiceFilter>

  /// Allocates room; `none` is what is read where there are fewer voices.
  init(none: UnsafePointer<peach_motion>) {
    voices = .allocate(capacity: Self.laneCount)
    voices.initialize(repeating: 0, count: Self.laneCount)
    motions = .allocate(capacity: Self.laneCount)
    motions.initialize(repeating: none, count: Self.laneCount)
    passed = .allocate(capacity: Self.laneCount)
    passed.initialize(repeating: 0, count: Self.laneCount)
    let pitchCount = Int(peach_moved_pitch_rows) * Self.laneCount
    pitches = .allocate(capacity: pitchCount)
    pitches.initialize(repeating: 0, count: pitchCount)
    amplitudes = .allocate(capacity: Self.laneCount)
    amplitudes.initialize(repeating: 0, count: Self.laneCount)
    noFilter = .allocate(capacity: 1)
    noFilter.initialize(to: VoiceFilter())
    filters = .allocate(capacity: Self.laneCount)
    filters.initialize(repeating: noFilter, count: Self.laneCount)
  }

  func deallocate() {
    voices.deallocate()
    motions.deallocate()
    passed.deallocate()
    pitches.deallocate()
    amplitudes.deallocate()
    filters.deallocate()
    noFilter.deallocate()
  }

  /// Octaves that a voice's recording is raised, and as a factor.
  @inline(__always) func octaves(_ lane: Int) -> Double { pitches[lane] }
  @inline(__always) func ratio(_ lane: Int) -> Double { pitches[8 &+ lane] }
}
