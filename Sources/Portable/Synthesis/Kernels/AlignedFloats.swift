/// Room for numbers that the kernels read and write sixteen at a time.
extension UnsafeMutablePointer<Float> {
  /// How far apart rows of `count` numbers lie so that each begins with a line of memory: an odd number
  /// of lines. Where it is a power of two, all that is at one place of the rows competes for the same
  /// few lines of the processor.
  static func lineStride(_ count: Int) -> Int { ((count &+ 15) / 16 | 1) &* 16 }

  /// Allocates zeros that begin with a line of the processors' memory: of vectors as long as a line
  /// that do not, each lies in two.
  static func allocateLines(_ count: Int) -> Self {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Float>.stride, alignment: 64
    ).bindMemory(to: Float.self, capacity: count)
    memory.initialize(repeating: 0, count: count)
    return memory
  }
}
