/// The memory of an effect: allocated once, divided into buffers, and cleared in small chunks.
struct EffectArena: BitwiseCopyable {
  private let base: UnsafeMutableRawPointer
  private let byteCount: Int
  private var allocatedBytes = 0
  /// The number of cleared audio bytes, from the start.
  private var clearedBytes: Int
  /// The offset of the parameters, which are not cleared.
  private var parametersOffset: Int
  private var parameterCount = 0

  /// Allocates memory for `vectors` of four floats of audio, and for 32-bit parameters.
  init(vectors: Int, parameters: Int) {
    parametersOffset = vectors * 16
    byteCount = parametersOffset + parameters * 4
    base = .allocate(byteCount: byteCount, alignment: 64)
    base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    clearedBytes = parametersOffset
  }

  func deallocate() { base.deallocate() }

  /// Returns a power of two of frames that lasts at least `seconds`, with a margin for
  /// interpolation.
  static func capacity(seconds: Double, sampleRate: Double) -> Int {
    var capacity = 64
    while Double(capacity) < seconds * sampleRate + 8 { capacity *= 2 }
    return capacity
  }

  /// Allocates a buffer of `count` frames, a multiple of four.
  mutating func allocateFrames(_ count: Int) -> UnsafeMutablePointer<Float> {
    let start = allocatedBytes
    allocatedBytes += count * 4
    precondition(allocatedBytes <= parametersOffset, "The effect's memory is too small.")
    return (base + start).bindMemory(to: Float.self, capacity: count)
  }

  mutating func allocateParameters(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let start = parametersOffset + parameterCount * 4
    parameterCount += count
    precondition(start + count * 4 <= byteCount, "The effect's memory is too small.")
    return (base + start).bindMemory(to: Int32.self, capacity: count)
  }

  var isClear: Bool { @_noLocks @_noAllocation get { clearedBytes >= parametersOffset } }

  mutating func use() { clearedBytes = 0 }

  /// Clears the next chunk of at most 32 KB.
  mutating func clearNextChunk() {
    let count = min(parametersOffset &- clearedBytes, 32_768)
    let words = (base + clearedBytes).assumingMemoryBound(to: UInt64.self)
    for index in 0..<(count / 8) { words[index] = 0 }
    clearedBytes &+= count
  }
}
