internal import CDSPKernels

/// Scratch memory for up to sixteen voices that are filtered together: a buffer for each.
struct FilterBatch: BitwiseCopyable {
  /// The distance between buffers, in floats: a long control block plus padding for the kernels.
  static var stride: Int {
    UnsafeMutablePointer.lineStride(ControlBlock.longFrames &+ VoiceKernels.bufferPadding)
  }
  static var laneCount: Int { 16 }
  /// The number of voices in a vector; the kernel filters one or two vectors.
  static var vectorWidth: Int { 8 }

  let buffers: UnsafeMutablePointer<Float>
  /// The index in the pool of each lane's voice.
  let voices: UnsafeMutablePointer<Int>
  let filters: UnsafeMutablePointer<UnsafeMutablePointer<VoiceFilter>>
  private let dummyFilter: UnsafeMutablePointer<VoiceFilter>

  init() {
    buffers = .allocateLines(repeating: 0, count: Self.stride * Self.laneCount)
    voices = .allocate(repeating: 0, count: Self.laneCount)
    dummyFilter = .allocate(repeating: VoiceFilter(), count: 1)
    filters = .allocate(repeating: dummyFilter, count: Self.laneCount)
  }

  func deallocate() {
    buffers.deallocate()
    voices.deallocate()
    filters.deallocate()
    dummyFilter.deallocate()
  }

  @inline(__always) func buffer(_ lane: Int) -> UnsafeMutablePointer<Float> {
    buffers + lane &* Self.stride
  }

  func clear(lane: Int, count: Int) {
    let buffer = buffer(lane)
    for frame in 0..<count { buffer[frame] = 0 }
    filters[lane] = dummyFilter
  }
}
