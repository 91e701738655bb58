/// One number for each of the sixteen delay lines of the reverb.
struct LineValues: BitwiseCopyable {
  static var count: Int { 16 }

  var a: SIMD4<Float>
  var b: SIMD4<Float>
  var c: SIMD4<Float>
  var d: SIMD4<Float>

  @inline(__always)
  init(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  @inline(__always) init(repeating value: Float) {
    let four = SIMD4<Float>(repeating: value)
    self.init(four, four, four, four)
  }

  subscript(line: Int) -> Float {
    get {
      switch line / 4 {
      case 0: a[line % 4]
      case 1: b[line % 4]
      case 2: c[line % 4]
      default: d[line % 4]
      }
    }
    set {
      switch line / 4 {
      case 0: a[line % 4] = newValue
      case 1: b[line % 4] = newValue
      case 2: c[line % 4] = newValue
      default: d[line % 4] = newValue
      }
    }
  }

  @inline(__always) static func + (left: LineValues, right: LineValues) -> LineValues {
    LineValues(left.a + right.a, left.b + right.b, left.c + right.c, left.d + right.d)
  }

  @inline(__always) static func - (left: LineValues, right: LineValues) -> LineValues {
    LineValues(left.a - right.a, left.b - right.b, left.c - right.c, left.d - right.d)
  }

  @inline(__always) static func * (left: LineValues, right: LineValues) -> LineValues {
    LineValues(left.a * right.a, left.b * right.b, left.c * right.c, left.d * right.d)
  }

  /// Numbers that would soon be too small to compute quickly made zero.
  mutating func rest() {
    for line in 0..<Self.count where abs(self[line]) < 1e-20 { self[line] = 0 }
  }

  @inline(__always) static func * (left: LineValues, right: Float) -> LineValues {
    LineValues(left.a * right, left.b * right, left.c * right, left.d * right)
  }

  /// Neighbours in pairs exchanged: 1, 0, 3, 2, …
  @inline(__always) var exchanged: LineValues {
    @inline(__always) func exchange(_ x: SIMD4<Float>) -> SIMD4<Float> {
      SIMD4(x[1], x[0], x[3], x[2])
    }
    return LineValues(exchange(a), exchange(b), exchange(c), exchange(d))
  }

  /// Every line's share in every other: an orthogonal matrix whose entries are all ±1/4.
  ///
  /// It is the Householder reflection of four, 1 − ½·(sum of all), taken among the four vectors and
  /// then within each of them (Jot 1997; a product of reflections keeps the energy).
  @inline(__always) var mixed: LineValues {
    let half = ((a + b) + (c + d)) * 0.5
    @inline(__always) func reflect(_ x: SIMD4<Float>) -> SIMD4<Float> {
      let y = x - half
      let pairs = y + SIMD4(y[1], y[0], y[3], y[2])
      let total = pairs + SIMD4(pairs[2], pairs[3], pairs[0], pairs[1])
      return y - total * 0.5
    }
    return LineValues(reflect(a), reflect(b), reflect(c), reflect(d))
  }

  /// Two sums whose signs are rows 5 and 10 of the Hadamard matrix of order 16, which have nothing
  /// in common with each other.
  @inline(__always) var twoSums: (Float, Float) {
    let first = (a - b) + (c - d)
    let second = (a + b) - (c + d)
    return (
      (first[0] - first[1]) + (first[2] - first[3]),
      (second[0] + second[1]) - (second[2] + second[3])
    )
  }
}
