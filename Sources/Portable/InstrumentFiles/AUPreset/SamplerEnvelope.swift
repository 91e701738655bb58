/// An envelope. Decay and release times are for the full range: 96 dB for the level.
package struct SamplerEnvelope: Hashable, Sendable {
  package var delaySeconds = 0.0
  package var attackSeconds = 0.0
  package var holdSeconds = 0.0
  package var decaySeconds = 0.0
  /// The sustain level, 0…1.
  package var sustain = 1.0
  package var releaseSeconds = 0.0
}
