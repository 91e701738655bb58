import PeachMusicUnits

/// Angles by which eight pairs of lines are turned into each other: each swings like a pendulum, at
/// a rate of its own.
struct SwingingRotation: BitwiseCopyable {
  /// The widest angle in radians.
  private static var angle: Double { 0.6 }

  private var position = SIMD8<Double>(repeating: 0)
  private var quadrature = SIMD8<Double>(repeating: 1)
  private let turnSine: SIMD8<Double>
  private let turnCosine: SIMD8<Double>
  private var endCosine = SIMD8<Float>(repeating: 1)
  private var endSine = SIMD8<Float>(repeating: 0)
  private var cosine = RampedPairs()
  private var sine = RampedPairs()

  init(sampleRate: Double) {
    var turnSine = SIMD8<Double>(repeating: 0)
    var turnCosine = turnSine
    for pair in 0..<8 {
      // 0.31 to 1.03 Hz: slower than a vibrato, quick enough for a second of tail.
      let hertz = 0.31 + 0.103 * Double(pair)
      let turn = Exponential.sineAndCosine(
        turns: hertz * Double(Synthesizer.gridFrames) / sampleRate)
      turnSine[pair] = turn.sine
      turnCosine[pair] = turn.cosine
    }
    self.turnSine = turnSine
    self.turnCosine = turnCosine
    reset()
  }

  /// Back to the beginning, where each pendulum stands at another place.
  mutating func reset() {
    for pair in 0..<8 {
      let start = Exponential.sineAndCosine(turns: Double(pair &* 3) / 8)
      position[pair] = start.sine
      quadrature[pair] = start.cosine
    }
    settle()
  }

  private mutating func settle() {
    let x: SIMD8<Double> = position * Self.angle
    let square: SIMD8<Double> = x * x
    // The series of sine and cosine; at 0.6 the first terms left out are below 1e-8.
    var sine: SIMD8<Double> = 1.0 - square * (1.0 / 42)
    sine = 1.0 - sine * square * (1.0 / 20)
    sine = x - sine * square * x * (1.0 / 6)
    var cosine: SIMD8<Double> = 1.0 - square * (1.0 / 56)
    cosine = 1.0 - cosine * square * (1.0 / 30)
    cosine = 1.0 - cosine * square * (1.0 / 12)
    cosine = 1.0 - cosine * square * 0.5
    endSine = SIMD8<Float>(sine)
    endCosine = SIMD8<Float>(cosine)
  }

  /// Plans the way to the next point of the grid.
  mutating func plan() {
    let startSine = endSine
    let startCosine = endCosine
    let next = position * turnCosine + quadrature * turnSine
    quadrature = quadrature * turnCosine - position * turnSine
    position = next
    settle()
    cosine = RampedPairs(from: startCosine, to: endCosine, isSigned: false)
    sine = RampedPairs(from: startSine, to: endSine, isSigned: true)
  }

  @inline(__always) func cosines(_ place: Float) -> LineValues { cosine(place) }
  @inline(__always) func sines(_ place: Float) -> LineValues { sine(place) }
}

/// A number for each pair of lines, on its way to the next point of the grid.
private struct RampedPairs: BitwiseCopyable {
  private var value = LineValues(repeating: 0)
  private var step = LineValues(repeating: 0)

  init() {}

  /// `isSigned` makes the first line of each pair negative, as in a rotation.
  init(from start: SIMD8<Float>, to end: SIMD8<Float>, isSigned: Bool) {
    value = Self.spread(start, isSigned: isSigned)
    let distance = (end - start) * (1 / Float(Synthesizer.gridFrames))
    step = Self.spread(distance, isSigned: isSigned)
  }

  private static func spread(_ x: SIMD8<Float>, isSigned: Bool) -> LineValues {
    let sign: Float = isSigned ? -1 : 1
    @inline(__always) func four(_ first: Int) -> SIMD4<Float> {
      SIMD4(sign * x[first], x[first], sign * x[first &+ 1], x[first &+ 1])
    }
    return LineValues(four(0), four(2), four(4), four(6))
  }

  @inline(__always) func callAsFunction(_ place: Float) -> LineValues { value + step * place }
}
