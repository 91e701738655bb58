import PeachMusicUnits

/// What a sound loses on its way through one delay line, as a one-pole low-pass
/// y[n] = input · x[n] + feedback · y[n−1].
///
/// At 500 Hz it takes −60 dB · (frames / rate) / seconds, at the damping frequency twice as much
/// (Jot and Chaigne 1991); both hold exactly, which makes a quadratic equation for the pole.
struct Absorption {
  static var middleHertz: Double { 500 }

  let input: Double
  let feedback: Double
  /// The part of the energy that is left at 500 Hz.
  let keptEnergy: Double

  init(frames: Int, seconds: Double, dampingHertz: Double, sampleRate: Double) {
    let decibels = -60 * Double(frames) / (sampleRate * seconds)
    keptEnergy = Exponential.exp2(decibels * 2 * StateVariableFilter.octavesPerDecibel)
    // Near and beyond half the rate the pole follows from what is lost at 0.4 of it.
    let turns = min(dampingHertz / sampleRate, 0.4)
    let share = turns * sampleRate / dampingHertz
    let k = Exponential.exp2(
      decibels * 2 * StateVariableFilter.octavesPerDecibel * share * share)
    let middle = Exponential.sineAndCosine(turns: Self.middleHertz / sampleRate).cosine
    let damped = Exponential.sineAndCosine(turns: turns).cosine
    // (1 + p²)(1 − k) = 2p(cos m − k cos d), the smaller root.
    let c = middle - k * damped
    let loss = max(1 - k, 1e-12)
    let pole = c > loss ? (c - StateVariableFilter.squareRoot(c * c - loss * loss)) / loss : 0.9
    let response = StateVariableFilter.squareRoot(1 - 2 * pole * middle + pole * pole)
    let wanted = StateVariableFilter.squareRoot(keptEnergy) * response
    // Whatever was asked for, nothing may grow: at 0 Hz the gain is input / (1 − feedback).
    feedback = pole
    input = min(wanted, (1 - pole) * 0.99998)
  }
}
