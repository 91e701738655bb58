/// A peak of a spectrum.
struct SpectralPeak {
  var hertz: Double
  /// The amplitude; 1 for a sine of amplitude 1.
  var amplitude: Double

  var power: Double { amplitude * amplitude }
  /// The weight in the search for the fundamental: the amplitude to the power of ¾.
  ///
  /// No partial should dominate the others, but partials should outweigh noise.
  var evidence: Double { amplitude.squareRoot() * amplitude.squareRoot().squareRoot() }
}
