/// Scratch memory for up to sixteen voices whose pitch ramps to their recorded vibrato's.
struct VibratoBatch: BitwiseCopyable {
  private let states: UnsafeMutablePointer<UnsafeMutablePointer<VoiceRenderState>?>
  private let cents: UnsafeMutablePointer<Double>

  init() {
    states = .allocate(repeating: nil, count: FilterBatch.laneCount)
    cents = .allocate(repeating: 0, count: FilterBatch.laneCount)
  }

  func deallocate() {
    states.deallocate()
    cents.deallocate()
  }

  /// Adds a voice in the next lane, if it follows a vibrato.
  @inline(__always)
  func add(_ state: UnsafeMutablePointer<VoiceRenderState>, to lanes: inout Int) {
    if state.pointee.vibrato == nil { return }
    states[lanes] = state
    lanes &+= 1
  }

  /// Ramps the pitches over a long control block that starts now. The two loops are short, so that
  /// the processor overlaps the latency of several voices.
  func ramp(lanes: Int, tables: ModulationTables) {
    for lane in 0..<lanes {
      guard let state = states[lane] else { continue }
      cents[lane] = state.pointee.vibratoCents(after: ControlBlock.longFrames)
    }
    for lane in 0..<lanes {
      guard let state = states[lane] else { continue }
      state.pointee.rampVibrato(
        toCents: cents[lane], frames: ControlBlock.longFrames, tables: tables)
    }
  }
}
