/// Operations on four consecutive frames of a buffer as one SIMD vector.
enum FourFrames {
  @inline(__always) static func load(_ buffer: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(buffer).loadUnaligned(as: SIMD4<Float>.self)
  }

  /// Stores the first `count` frames, at most four.
  @inline(__always)
  static func store(_ x: SIMD4<Float>, _ buffer: UnsafeMutablePointer<Float>, count: Int) {
    if count >= 4 {
      UnsafeMutableRawPointer(buffer).storeBytes(of: x, as: SIMD4<Float>.self)
      return
    }
    for frame in 0..<count { buffer[frame] = x[frame] }
  }

  /// The block offsets of four frames, starting at `offset`.
  @inline(__always) static func blockOffsets(_ offset: Int) -> SIMD4<Float> {
    SIMD4(0, 1, 2, 3) + Float(offset)
  }
}
