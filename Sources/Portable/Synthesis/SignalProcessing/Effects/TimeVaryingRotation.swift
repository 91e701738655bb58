internal import CDSPKernels
import PeachMusicUnits

/// The rotation angles of eight pairs of delay lines, each modulated by a sine of its own rate.
struct TimeVaryingRotation: BitwiseCopyable {
  private static var maxAngle: Double { 0.6 }  // Radians.

  private var lfoSine = SIMD8<Double>(repeating: 0)
  private var lfoCosine = SIMD8<Double>(repeating: 1)
  /// The LFOs' phase increments per control block.
  private let incrementSine: SIMD8<Double>
  private let incrementCosine: SIMD8<Double>
  /// The cosine and sine of the angles at the end of the block.
  private var endCosine = SIMD8<Float>(repeating: 1)
  private var endSine = SIMD8<Float>(repeating: 0)
  /// The number of floats in the angles of a control block.
  static var angleCount: Int { 32 }

  init(sampleRate: Double) {
    var incrementSine = SIMD8<Double>(repeating: 0)
    var incrementCosine = incrementSine
    for pair in 0..<8 {
      // 0.31 to 1.03 Hz: slower than vibrato, but fast enough for tails of a second.
      let hertz = 0.31 + 0.103 * Double(pair)
      let increment = Exponential.sineAndCosine(
        cycles: hertz * Double(ControlBlock.frames) / sampleRate)
      incrementSine[pair] = increment.sine
      incrementCosine[pair] = increment.cosine
    }
    self.incrementSine = incrementSine
    self.incrementCosine = incrementCosine
    reset()
  }

  /// Resets the LFOs, each to a different phase.
  mutating func reset() {
    for pair in 0..<8 {
      let start = Exponential.sineAndCosine(cycles: Double(pair &* 3) / 8)
      lfoSine[pair] = start.sine
      lfoCosine[pair] = start.cosine
    }
    updateEnd()
  }

  private mutating func updateEnd() {
    let x: SIMD8<Double> = lfoSine * Self.maxAngle
    let square: SIMD8<Double> = x * x
    // The series of sine and cosine; at 0.6 the first omitted terms are below 1e-8.
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

  mutating func prepareBlock(_ angles: UnsafeMutablePointer<peach_rotation_angles>) {
    let startSine = endSine
    let startCosine = endCosine
    let next = lfoSine * incrementCosine + lfoCosine * incrementSine
    lfoCosine = lfoCosine * incrementCosine - lfoSine * incrementSine
    lfoSine = next
    updateEnd()
    let cosineStep = (endCosine - startCosine) * (1 / Float(ControlBlock.frames))
    let sineStep = (endSine - startSine) * (1 / Float(ControlBlock.frames))
    FieldVector.store(startCosine, to: &angles.pointee.cosine)
    FieldVector.store(cosineStep, to: &angles.pointee.cosine_step)
    FieldVector.store(startSine, to: &angles.pointee.sine)
    FieldVector.store(sineStep, to: &angles.pointee.sine_step)
  }
}
