/// A low-frequency oscillator.
package struct SamplerLFO: Hashable, Sendable {
  /// The rate.
  package var hertz = 5.0
  /// Seconds from the key to its beginning.
  package var delaySeconds = 0.0
}
