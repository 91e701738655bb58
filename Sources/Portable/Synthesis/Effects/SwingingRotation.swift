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
  /// How many numbers a plan has.
  static var angleCount: Int { 32 }

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

  /// Plans the way to the next point of the grid: for each of eight pairs the cosine and its step a
  /// frame, then the sine and its step, eight after eight.
  mutating func plan(_ angles: UnsafeMutablePointer<Float>) {
    let startSine = endSine
    let startCosine = endCosine
    let next = position * turnCosine + quadrature * turnSine
    quadrature = quadrature * turnCosine - position * turnSine
    position = next
    settle()
    let cosineStep = (endCosine - startCosine) * (1 / Float(Synthesizer.gridFrames))
    let sineStep = (endSine - startSine) * (1 / Float(Synthesizer.gridFrames))
    for pair in 0..<8 {
      angles[pair] = startCosine[pair]
      angles[pair &+ 8] = cosineStep[pair]
      angles[pair &+ 16] = startSine[pair]
      angles[pair &+ 24] = sineStep[pair]
    }
  }
}
