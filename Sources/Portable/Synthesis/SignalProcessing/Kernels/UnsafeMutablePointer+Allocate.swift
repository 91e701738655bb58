extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  /// Allocates `count` copies of a value.
  static func allocate(repeating value: Pointee, count: Int) -> Self {
    let memory = allocate(capacity: count)
    memory.initialize(repeating: value, count: count)
    return memory
  }
}

/// Buffers aligned to cache lines, for kernels with 512-bit vectors.
extension UnsafeMutablePointer<Float> {
  /// Returns the distance between buffers of `count` floats: an odd number of cache lines.
  ///
  /// With a power of two, equal offsets of all buffers would fall into the same set of the cache.
  static func lineStride(_ count: Int) -> Int { ((count &+ 15) / 16 | 1) &* 16 }

  /// Allocates zeros at the start of a cache line; an unaligned 512-bit vector spans two lines.
  static func allocateLines(_ count: Int) -> Self {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: count)
    memory.initialize(repeating: 0, count: count)
    return memory
  }
}
