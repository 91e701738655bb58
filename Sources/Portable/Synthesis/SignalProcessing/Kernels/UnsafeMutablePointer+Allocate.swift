extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
  static func allocate(repeating value: Pointee, count: Int) -> Self {
    let memory = allocate(capacity: count)
    memory.initialize(repeating: value, count: count)
    return memory
  }

  /// Allocates at the start of a cache line; an unaligned 512-bit vector spans two lines.
  static func allocateLines(repeating value: Pointee, count: Int) -> Self {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Pointee>.stride, alignment: 64
    ).bindMemory(to: Pointee.self, capacity: count)
    memory.initialize(repeating: value, count: count)
    return memory
  }

  /// Allocates memory whose bytes are all zero.
  static func allocateZeros(_ count: Int) -> Self {
    let memory = allocate(capacity: count)
    UnsafeMutableRawPointer(memory).initializeMemory(
      as: UInt8.self, repeating: 0, count: count * MemoryLayout<Pointee>.stride)
    return memory
  }
}

extension UnsafeMutablePointer<Float> {
  /// Returns the distance between buffers of `count` floats: an odd number of cache lines, so that
  /// equal offsets of all buffers do not fall into the same set of the cache.
  static func lineStride(_ count: Int) -> Int { ((count &+ 15) / 16 | 1) &* 16 }
}
