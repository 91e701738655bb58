import PeachMusicUnits

/// A one-pole high-pass, −6 dB per octave, that keeps DC out of feedback loops. The output is the
/// input minus a low-pass, whose next state is state · pole + input · coefficient.
struct OnePoleHighPass: BitwiseCopyable {
  let coefficient: Float
  let pole: Float
  var lowPassState: Float = 0

  /// Creates a filter with a cutoff (−3 dB) of `hertz`.
  init(hertz: Double, sampleRate: Double) {
    let exponent = -6.283185307179586 * hertz / sampleRate
    pole = Float(Exponential.exp2(exponent * 1.4426950408889634))
    coefficient = 1 - pole
  }

  mutating func reset() { lowPassState = 0 }
  /// Flushes the state to zero before it decays into denormals. Call once per control block.
  mutating func flushDenormals() { if abs(lowPassState) < 1e-20 { lowPassState = 0 } }
}
