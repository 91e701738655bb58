/// How the lines are heard, and what of each goes into which.
extension FeedbackNetwork {
  /// Writes two sums of the lines' rows to both sides, and into the lines what goes into them.
  func mix(
    _ rows: UnsafeMutablePointer<Float>, _ input: UnsafePointer<Float>, at: Int, count: Int,
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>
  ) {
    let grid = Synthesizer.gridFrames
    var frame = 0
    while frame < count {
      // Unit energy over sixteen lines: a quarter each.
      let fresh = Fresh(
        FourFrames.load(input + frame) * 0.25, FourFrames.load(input + grid + frame) * 0.25,
        FourFrames.load(input + 2 &* grid + frame) * 0.25,
        FourFrames.load(input + 3 &* grid + frame) * 0.25)
      let rows = rows + frame
      let sums = Self.twoSums(rows)
      // Before the first line ends, what goes in is heard: it is as dense as it will be.
      let run = count &- frame
      FourFrames.store(sums.0 + (fresh.0 - fresh.2) * 2, left + frame, count: run)
      FourFrames.store(sums.1 + (fresh.1 - fresh.3) * 2, right + frame, count: run)
      turn(rows, FourFrames.places(at &+ frame))
      let memory = lines.line(0) + (lines.place &+ frame)
      if run >= 4 {
        reflect(rows, fresh, memory, count: 4)
      } else {
        reflect(rows, fresh, memory, count: run)
      }
      frame &+= 4
    }
  }

  /// Four copies of what comes in, each smeared in its own way.
  private typealias Fresh = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  @inline(__always)
  private static func four(_ rows: UnsafeMutablePointer<Float>, _ line: Int) -> SIMD4<Float> {
    FourFrames.load(rows + line &* Synthesizer.gridFrames)
  }

  @inline(__always)
  private static func put(_ x: SIMD4<Float>, _ rows: UnsafeMutablePointer<Float>, _ line: Int) {
    FourFrames.store(x, rows + line &* Synthesizer.gridFrames)
  }

  /// Two sums whose signs are rows 5 and 10 of the Hadamard matrix of order 16, which have nothing
  /// in common with each other.
  @inline(__always)
  private static func twoSums(
    _ rows: UnsafeMutablePointer<Float>
  ) -> (SIMD4<Float>, SIMD4<Float>) {
    @inline(__always) func pair(_ lane: Int) -> (SIMD4<Float>, SIMD4<Float>) {
      let (a, b) = (four(rows, lane), four(rows, lane &+ 4))
      let (c, d) = (four(rows, lane &+ 8), four(rows, lane &+ 12))
      return ((a - b) + (c - d), (a + b) - (c + d))
    }
    let (p, q, r, s) = (pair(0), pair(1), pair(2), pair(3))
    return ((p.0 - q.0) + (r.0 - s.0), (p.1 + q.1) - (r.1 + s.1))
  }

  /// Turns neighbouring lines into each other.
  @inline(__always)
  private func turn(_ rows: UnsafeMutablePointer<Float>, _ places: SIMD4<Float>) {
    for pair in 0..<8 {
      let cosine = angles[pair] + places * angles[pair &+ 8]
      let sine = angles[pair &+ 16] + places * angles[pair &+ 24]
      let (x, y) = (Self.four(rows, 2 &* pair), Self.four(rows, 2 &* pair &+ 1))
      Self.put(x * cosine - y * sine, rows, 2 &* pair)
      Self.put(y * cosine + x * sine, rows, 2 &* pair &+ 1)
    }
  }

  /// Every line's share in every other, an orthogonal matrix whose entries are all ±1/4, and what
  /// comes in, go into the lines.
  ///
  /// It is the Householder reflection of four, 1 − ½·(sum of all), taken among lines that are four
  /// apart and then among four neighbours (Jot 1997; a product of reflections keeps the energy).
  @inline(__always)
  private func reflect(
    _ rows: UnsafeMutablePointer<Float>, _ fresh: Fresh, _ memory: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    @inline(__always) func half(_ lane: Int) -> SIMD4<Float> {
      let (a, b) = (Self.four(rows, lane), Self.four(rows, lane &+ 4))
      let (c, d) = (Self.four(rows, lane &+ 8), Self.four(rows, lane &+ 12))
      return ((a + b) + (c + d)) * 0.5
    }
    let halves = (half(0), half(1), half(2), half(3))
    @inline(__always) func quad(_ first: Int) -> Fresh {
      let x = Self.four(rows, first) - halves.0
      let y = Self.four(rows, first &+ 1) - halves.1
      let z = Self.four(rows, first &+ 2) - halves.2
      let w = Self.four(rows, first &+ 3) - halves.3
      let total = ((x + y) + (z + w)) * 0.5
      return (x - total, y - total, z - total, w - total)
    }
    let stride = lines.stride
    @inline(__always) func enter(_ x: SIMD4<Float>, _ line: Int) {
      FourFrames.store(x, memory + line &* stride, count: count)
    }
    let a = quad(0)
    enter(a.0 + fresh.0, 0)
    enter(a.1 + fresh.1, 1)
    enter(a.2 + fresh.2, 2)
    enter(a.3 + fresh.3, 3)
    let b = quad(4)
    enter(b.0 - fresh.1, 4)
    enter(b.1 - fresh.2, 5)
    enter(b.2 - fresh.3, 6)
    enter(b.3 - fresh.0, 7)
    let c = quad(8)
    enter(c.0 - fresh.0, 8)
    enter(c.1 - fresh.1, 9)
    enter(c.2 - fresh.2, 10)
    enter(c.3 - fresh.3, 11)
    let d = quad(12)
    enter(d.0 + fresh.1, 12)
    enter(d.1 + fresh.2, 13)
    enter(d.2 + fresh.3, 14)
    enter(d.3 + fresh.0, 15)
  }
}
