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

  /// Writes them one after another.
  func store(_ numbers: UnsafeMutablePointer<Float>) {
    FourFrames.store(a, numbers)
    FourFrames.store(b, numbers + 4)
    FourFrames.store(c, numbers + 8)
    FourFrames.store(d, numbers + 12)
  }

  @inline(__always) static func * (left: LineValues, right: Float) -> LineValues {
    LineValues(left.a * right, left.b * right, left.c * right, left.d * right)
  }
}
