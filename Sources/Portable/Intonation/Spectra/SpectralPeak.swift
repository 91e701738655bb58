/// A partial as a spectrum shows it.
struct SpectralPeak {
  var hertz: Double
  /// A sine of amplitude 1 has 1.
  var amplitude: Double

  var power: Double { amplitude * amplitude }
  /// How much it counts in the search for its tone: less than its amplitude tells, so that one
  /// partial does not outshout the others, and enough more than what noise leaves.
  var evidence: Double { amplitude.squareRoot() * amplitude.squareRoot().squareRoot() }
}
