/// Scratch memory for up to sixteen voices whose pitch ramps to their recorded vibrato's.
struct VibratoBatch: BitwiseCopyable {
  /// The index in the pool of each lane's voice.
  let voices: UnsafeMutablePointer<Int>
  /// The vibrato at the end of the ramp.
  let cents: UnsafeMutablePointer<Double>

  init() {
    voices = .allocate(repeating: 0, count: FilterBatch.laneCount)
    cents = .allocate(repeating: 0, count: FilterBatch.laneCount)
  }

  func deallocate() {
    voices.deallocate()
    cents.deallocate()
  }
}
