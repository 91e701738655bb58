import PeachMusicUnits

/// The absorption of a delay line: a one-pole low-pass y[n] = gain · x[n] + pole · y[n−1]. The
/// attenuation at 500 Hz is 60 dB · (frames / rate) / seconds, and twice that at the damping
/// frequency (Jot and Chaigne 1991). Both are exact: the pole solves a quadratic equation.
struct Absorption {
  static var referenceHertz: Double { 500 }

  let gain: Double
  let pole: Double
  /// The fraction of the energy that remains at 500 Hz.
  let remainingEnergy: Double

  init(frames: Int, seconds: Double, dampingHertz: Double, sampleRate: Double) {
    let decibels = -60 * Double(frames) / (sampleRate * seconds)
    remainingEnergy = Exponential.exp2(decibels * 2 * StateVariableFilter.octavesPerDecibel)
    // Near and above Nyquist the pole follows from the attenuation at 0.4 of the sample rate.
    let cycles = min(dampingHertz / sampleRate, 0.4)
    let ratio = cycles * sampleRate / dampingHertz
    let k = Exponential.exp2(decibels * 2 * StateVariableFilter.octavesPerDecibel * ratio * ratio)
    let reference = Exponential.sineAndCosine(cycles: Self.referenceHertz / sampleRate).cosine
    let damped = Exponential.sineAndCosine(cycles: cycles).cosine
    // (1 + p²)(1 − k) = 2p(cos r − k cos d), the smaller root.
    let c = reference - k * damped
    let loss = max(1 - k, 1e-12)
    let root = c > loss ? (c - StateVariableFilter.squareRoot(c * c - loss * loss)) / loss : 0.9
    let response = StateVariableFilter.squareRoot(1 - 2 * root * reference + root * root)
    let target = StateVariableFilter.squareRoot(remainingEnergy) * response
    // Stability: the gain at DC, gain / (1 − pole), stays below 1.
    pole = root
    gain = min(target, (1 - root) * 0.99998)
  }
}
