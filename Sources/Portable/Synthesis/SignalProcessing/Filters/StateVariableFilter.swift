import PeachMusicUnits

/// The coefficients of a resonant 2-pole low-pass, 12 dB per octave (SoundFont 2.04 §8.1.3,
/// generators 8 and 9). Unlike a direct-form biquad, this topology-preserving (TPT) state-variable
/// filter is precise at 20 Hz in single precision. Linear ramps between any two settings are
/// stable: the state update is a Cayley transform of a dissipative matrix, which is a contraction,
/// and so is every convex combination of contractions.
struct StateVariableFilter: BitwiseCopyable {
  /// Twice the textbook's coefficients.
  var a1: Float
  var a2: Float
  var a3: Float
  var damping: Float

  /// Creates a filter whose output is zero.
  @inline(__always) init() { (a1, a2, a3, damping) = (0, 0, 0, 0) }

  @inline(__always) init(a1: Float, a2: Float, a3: Float, damping: Float) {
    (self.a1, self.a2, self.a3, self.damping) = (a1, a2, a3, damping)
  }

  /// Creates the filter for a cutoff, as ``tangent(cutoffCents:sampleRate:)``, and a damping, 1/Q.
  @inline(__always) init(tangent g: Double, damping: Double) {
    // Doubled, because the kernels add a full step to the states and half of one to the output.
    let first = 2 / (1 + g * (g + damping))
    a1 = Float(first)
    a2 = Float(g * first)
    a3 = Float(g * g * first)
    self.damping = Float(damping)
  }

  /// Returns tan(π · cutoff / sample rate), with the cutoff clamped to 0.47 of the sample rate.
  static func tangent(cutoffCents: Double, sampleRate: Double) -> Double {
    let hertz = StateVariableFilter.hertz(absoluteCents: cutoffCents)
    return Exponential.tangent(cycles: min(max(hertz / sampleRate, 1e-5), 0.47) * 0.5)
  }

  /// Returns the damping for a resonance in centibels, the height of the peak above the response
  /// at DC. At 0 the response is maximally flat (−3 dB at the cutoff).
  static func damping(resonanceCentibels: Float) -> Double {
    let decibels = Double(max(resonanceCentibels, 0)) * 0.1
    // A second-order low-pass of quality Q peaks at P = Q² / √(Q² − ¼); solved for Q².
    let peakSquared = Exponential.exp2(decibels * StateVariableFilter.octavesPerDecibel * 2)
    let root = StateVariableFilter.squareRoot(peakSquared * (peakSquared - 1))
    return 1 / StateVariableFilter.squareRoot((peakSquared + root) * 0.5)
  }

  /// Converts absolute cents to hertz (§8.1.2): 0 is 8.1758 Hz, key 0 at A4 = 440 Hz.
  static func hertz(absoluteCents: Double) -> Double {
    8.17579891564371 * Exponential.exp2(absoluteCents * (1.0 / 1200))
  }

  /// log2(10) / 20: a factor of two in amplitude is 6.02 dB.
  static var octavesPerDecibel: Double { 0.166096404744368118 }

  static func amplitude(decibels: Double) -> Double {
    Exponential.exp2(decibels * octavesPerDecibel)
  }

  /// Converts an effect's level to a factor: −96 dB and less are silence.
  static func wetLevel(decibels: Float) -> Float {
    decibels <= -96 ? 0 : Float(amplitude(decibels: Double(decibels)))
  }

  /// Returns the square root, or zero for negative values.
  static func squareRoot(_ x: Double) -> Double {
    // A single instruction, which the performance diagnostics take for an unknown call.
    _unsafePerformance { x <= 0 ? 0 : x.squareRoot() }
  }
}
