import PeachMusicUnits

/// A resonant low-pass of −12 dB per octave, as SoundFont 2.04 §8.1.3 asks (generators 8 and 9).
///
/// A state-variable filter integrated by the trapezoidal rule: unlike the direct form it keeps its
/// precision at 20 Hz in single precision, and unlike any other it may be moved freely. Its state
/// is multiplied each frame by a Cayley transform of a dissipative matrix, which is a contraction;
/// a mix of contractions is one too, so that the coefficients may be ramped linearly between any
/// two settings and the filter stays stable.
struct StateVariableFilter: BitwiseCopyable {
  /// What the two integrators are fed: twice the textbook's numbers.
  var a1: Float
  var a2: Float
  var a3: Float
  var damping: Float

  /// What hears nothing.
  @inline(__always) init() { (a1, a2, a3, damping) = (0, 0, 0, 0) }

  /// One with these coefficients.
  @inline(__always) init(a1: Float, a2: Float, a3: Float, damping: Float) {
    (self.a1, self.a2, self.a3, self.damping) = (a1, a2, a3, damping)
  }

  /// The coefficients for a cutoff, by ``tangent(cutoffCents:sampleRate:)``, and a damping.
  @inline(__always) init(tangent g: Double, damping: Double) {
    // Twice as much as in the textbook: the kernels go both halves of the trapezoid at once.
    let first = 2 / (1 + g * (g + damping))
    a1 = Float(first)
    a2 = Float(g * first)
    a3 = Float(g * g * first)
    self.damping = Float(damping)
  }

  /// The tangent of half the angle per frame of a cutoff in absolute cents, which is held below
  /// 0.47 of the sample rate.
  static func tangent(cutoffCents: Double, sampleRate: Double) -> Double {
    let hertz = StateVariableFilter.hertz(absoluteCents: cutoffCents)
    return Exponential.tangent(turns: min(max(hertz / sampleRate, 1e-5), 0.47) * 0.5)
  }

  /// The damping for a resonance in centibels: at 0 the response is maximally flat (−3 dB at the
  /// cutoff); otherwise its peak lies so many centibels above its level at 0 Hz.
  static func damping(resonanceCentibels: Float) -> Double {
    let decibels = Double(max(resonanceCentibels, 0)) * 0.1
    // A second-order low-pass of quality Q peaks at P = Q² / √(Q² − ¼); solved for Q².
    let peakSquared = Exponential.exp2(decibels * StateVariableFilter.octavesPerDecibel * 2)
    let root = StateVariableFilter.squareRoot(peakSquared * (peakSquared - 1))
    return 1 / StateVariableFilter.squareRoot((peakSquared + root) * 0.5)
  }

  /// Absolute cents in hertz: 0 is 8.1758 Hz, key 0 of equal temperament at 440 Hz (§8.1.2).
  static func hertz(absoluteCents: Double) -> Double {
    8.17579891564371 * Exponential.exp2(absoluteCents * (1.0 / 1200))
  }

  /// log2(10) / 20: a factor of two in amplitude is 6.02 dB.
  static var octavesPerDecibel: Double { 0.166096404744368118 }

  /// A level in decibels as a factor.
  static func amplitude(decibels: Double) -> Double {
    Exponential.exp2(decibels * octavesPerDecibel)
  }

  static func squareRoot(_ x: Double) -> Double {
    // One machine instruction, which the compiler's check takes for an unknown call.
    _unsafePerformance { x <= 0 ? 0 : x.squareRoot() }
  }
}
