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
  let levels: UnsafeMutablePointer<Float>

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
    let levelCount = Int(peach_moved_level_rows) * Self.laneCount
    levels = .allocate(capacity: levelCount)
    levels.initialize(repeating: 0, count: levelCount)
  }

  func deallocate() {
    voices.deallocate()
    motions.deallocate()
    passed.deallocate()
    pitches.deallocate()
    levels.deallocate()
  }

  /// Octaves that a voice's recording is raised, and as a factor.
  @inline(__always) func octaves(_ lane: Int) -> Double { pitches[lane] }
  @inline(__always) func ratio(_ lane: Int) -> Double { pitches[8 &+ lane] }

  /// A voice's amplitude, without gain and pan.
  @inline(__always) func amplitude(_ lane: Int) -> Float { levels[lane] }

  /// A voice's filter; its damping stays as it is.
  @inline(__always) func filter(_ lane: Int, damping: Float) -> StateVariableFilter {
    StateVariableFilter(
      a1: levels[8 &+ lane], a2: levels[16 &+ lane], a3: levels[24 &+ lane], damping: damping)
  }
}
