/// One number for each of eight things that are computed side by side.
///
/// Two halves of four, because that is what every processor of the last twenty years has in
/// hardware; wider machines join them.
struct Lanes: BitwiseCopyable {
  static var count: Int { 8 }

  var low: SIMD4<Float>
  var high: SIMD4<Float>

  @inline(__always) init(_ low: SIMD4<Float>, _ high: SIMD4<Float>) {
    self.low = low
    self.high = high
  }

  @inline(__always) init(repeating value: Float) {
    low = SIMD4(repeating: value)
    high = SIMD4(repeating: value)
  }

  /// Eight neighbours in memory.
  @inline(__always) init(_ pointer: UnsafePointer<Float>) {
    low = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<Float>.self)
    high = UnsafeRawPointer(pointer + 4).loadUnaligned(as: SIMD4<Float>.self)
  }

  @inline(__always) func store(_ pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).storeBytes(of: low, as: SIMD4<Float>.self)
    UnsafeMutableRawPointer(pointer + 4).storeBytes(of: high, as: SIMD4<Float>.self)
  }

  subscript(lane: Int) -> Float {
    @inline(__always) get { lane < 4 ? low[lane] : high[lane &- 4] }
    @inline(__always) set {
      if lane < 4 { low[lane] = newValue } else { high[lane &- 4] = newValue }
    }
  }

  /// All eight added, always in the same order.
  @inline(__always) var sum: Float {
    let four = low + high
    return (four[0] + four[1]) + (four[2] + four[3])
  }

  @inline(__always) static func + (left: Lanes, right: Lanes) -> Lanes {
    Lanes(left.low + right.low, left.high + right.high)
  }

  @inline(__always) static func - (left: Lanes, right: Lanes) -> Lanes {
    Lanes(left.low - right.low, left.high - right.high)
  }

  @inline(__always) static func * (left: Lanes, right: Lanes) -> Lanes {
    Lanes(left.low * right.low, left.high * right.high)
  }
}
