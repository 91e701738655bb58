/// Scratch memory for up to sixteen voices whose pitch ramps to their recorded vibrato's.
struct VibratoBatch: BitwiseCopyable {
  /// The index in the pool of each lane's voice.
  let voices: UnsafeMutablePointer<Int>
  /// Whether the lane's pitch is that of the lane before it.
  let repeats: UnsafeMutablePointer<Bool>
  /// The vibrato at the end of the ramp; unused if the lane repeats another.
  let cents: UnsafeMutablePointer<Double>

  init() {
    voices = .allocate(repeating: 0, count: FilterBatch.laneCount)
    repeats = .allocate(repeating: false, count: FilterBatch.laneCount)
    cents = .allocate(repeating: 0, count: FilterBatch.laneCount)
  }

  /// Adds a voice in the next lane.
  @inline(__always) func add(_ voice: Int, to lanes: inout Int) {
    voices[lanes] = voice
    lanes &+= 1
  }

  func deallocate() {
    voices.deallocate()
    repeats.deallocate()
    cents.deallocate()
  }
}
