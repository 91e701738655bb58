internal import CVoiceKernels

/// Up to sixteen voices whose filters are computed side by side: their frames, a row for each.
struct FilterBatch: BitwiseCopyable {
  /// How far apart rows lie: a stretch, and what the kernels may write behind it.
  static var stride: Int {
    UnsafeMutablePointer.lineStride(Synthesizer.longGridFrames &+ VoiceKernels.rowMargin)
  }
  static var laneCount: Int { 16 }
  /// How many are computed abreast at least; the others while these wait.
  static var abreast: Int { 8 }

  let rows: UnsafeMutablePointer<Float>
  /// The places of the voices in the pool.
  let voices: UnsafeMutablePointer<Int>
  let filters: UnsafeMutablePointer<UnsafeMutablePointer<VoiceFilter>>
  /// What is in the place of a filter where there is no voice.
  private let none: UnsafeMutablePointer<VoiceFilter>

  init() {
    rows = .allocateLines(Self.stride * Self.laneCount)
    voices = .allocate(capacity: Self.laneCount)
    voices.initialize(repeating: 0, count: Self.laneCount)
    none = .allocate(capacity: 1)
    none.initialize(to: VoiceFilter())
    filters = .allocate(capacity: Self.laneCount)
    filters.initialize(repeating: none, count: Self.laneCount)
  }

  func deallocate() {
    rows.deallocate()
    voices.deallocate()
    filters.deallocate()
    none.deallocate()
  }

  @inline(__always) func row(_ lane: Int) -> UnsafeMutablePointer<Float> {
    rows + lane &* Self.stride
  }

  /// Silence in a lane that no voice uses.
  func clear(lane: Int, count: Int) {
    let row = row(lane)
    for frame in 0..<count { row[frame] = 0 }
    filters[lane] = none
  }
}
