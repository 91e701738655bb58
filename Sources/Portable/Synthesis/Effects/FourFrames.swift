/// Four neighbouring frames of a row, computed side by side.
///
/// What has no memory from one frame to the next gives the same bits four at a time as one at a
/// time, so that it does not matter where a row is cut.
enum FourFrames {
  @inline(__always) static func load(_ row: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(row).loadUnaligned(as: SIMD4<Float>.self)
  }

  @inline(__always) static func store(_ x: SIMD4<Float>, _ row: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(row).storeBytes(of: x, as: SIMD4<Float>.self)
  }

  /// Stores the first `count` of them, at most four.
  @inline(__always)
  static func store(_ x: SIMD4<Float>, _ row: UnsafeMutablePointer<Float>, count: Int) {
    if count >= 4 { return store(x, row) }
    for frame in 0..<count { row[frame] = x[frame] }
  }

  /// The places of four frames on the grid, from `at` on.
  @inline(__always) static func places(_ at: Int) -> SIMD4<Float> {
    SIMD4(0, 1, 2, 3) + Float(at)
  }

  /// Rows become columns.
  @inline(__always)
  static func transpose(
    _ a: inout SIMD4<Float>, _ b: inout SIMD4<Float>, _ c: inout SIMD4<Float>,
    _ d: inout SIMD4<Float>
  ) {
    let (low, high) = (SIMD4(a[0], b[0], a[1], b[1]), SIMD4(a[2], b[2], a[3], b[3]))
    let (last, top) = (SIMD4(c[0], d[0], c[1], d[1]), SIMD4(c[2], d[2], c[3], d[3]))
    a = SIMD4(low[0], low[1], last[0], last[1])
    b = SIMD4(low[2], low[3], last[2], last[3])
    c = SIMD4(high[0], high[1], top[0], top[1])
    d = SIMD4(high[2], high[3], top[2], top[3])
  }
}
