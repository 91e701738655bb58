import PeachMusicUnits

/// Keeps what does not swing out of an effect that would pile it up: −6 dB per octave. It passes on
/// what is left of a frame above `low`, which goes after it: low · kept + frame · coefficient.
struct HighPass: BitwiseCopyable {
  let coefficient: Float
  let kept: Float
  var low: Float = 0

  /// 3 dB down at `hertz`.
  init(hertz: Double, sampleRate: Double) {
    let exponent = -6.283185307179586 * hertz / sampleRate
    kept = Float(Exponential.exp2(exponent * 1.4426950408889634))
    coefficient = 1 - kept
  }

  mutating func reset() { low = 0 }

  /// Makes zero what would soon be too small to compute quickly; once in 64 frames is enough.
  mutating func rest() {
    if abs(low) < 1e-20 { low = 0 }
  }
}
