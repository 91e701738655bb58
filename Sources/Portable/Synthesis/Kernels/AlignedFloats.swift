/// Room for numbers that the kernels read and write sixteen at a time.
extension UnsafeMutablePointer<Float> {
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
