internal import CVoiceKernels

/// Up to sixteen voices whose filters are computed side by side: their frames, a row for each, and
/// their filters' numbers, sixteen voices in a row.
struct FilterBatch: BitwiseCopyable {
  /// How far apart rows lie: a stretch, and what the kernels may write behind it.
  static var stride: Int { Synthesizer.gridFrames &+ VoiceKernels.rowMargin }
  static var laneCount: Int { 16 }
  /// How many are computed abreast at least; the others while these wait.
  static var abreast: Int { 8 }

  let rows: UnsafeMutablePointer<Float>
  let state: UnsafeMutablePointer<Float>
  /// The places of the voices in the pool.
  let voices: UnsafeMutablePointer<Int>
  private static var stateCount: Int { Int(peach_filter_rows) &* laneCount }

  init() {
    let count = Self.stride * Self.laneCount
    rows = .allocate(capacity: count + Self.stateCount)
    rows.initialize(repeating: 0, count: count + Self.stateCount)
    state = rows + count
    voices = .allocate(capacity: Self.laneCount)
    voices.initialize(repeating: 0, count: Self.laneCount)
  }

  func deallocate() {
    rows.deallocate()
    voices.deallocate()
  }

  @inline(__always) func row(_ lane: Int) -> UnsafeMutablePointer<Float> {
    rows + lane &* Self.stride
  }

  /// Silence in a lane that no voice uses: a filter at rest that hears nothing.
  func clear(lane: Int, count: Int) {
    let row = row(lane)
    for frame in 0..<count { row[frame] = 0 }
    load(VoiceFilter(), lane: lane)
  }

  /// Puts a voice's filter into a lane.
  @inline(__always) func load(_ filter: VoiceFilter, lane: Int) {
    let column = state + lane
    column[0] = filter.a1
    column[16] = filter.a2
    column[32] = filter.a3
    column[48] = filter.dry
    column[64] = filter.a1Step
    column[80] = filter.a2Step
    column[96] = filter.a3Step
    column[112] = filter.dryStep
    column[128] = filter.firstState
    column[144] = filter.secondState
  }

  /// Takes back what has changed while `load`ed.
  @inline(__always) func store(_ filter: inout VoiceFilter, lane: Int) {
    let column = state + lane
    filter.a1 = column[0]
    filter.a2 = column[16]
    filter.a3 = column[32]
    filter.dry = column[48]
    filter.firstState = column[128]
    filter.secondState = column[144]
  }
}
