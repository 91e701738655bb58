/// An envelope. The times of falls are for the whole way from full to nothing, for the level 96 dB.
package struct SamplerEnvelope: Hashable, Sendable {
  package var delaySeconds = 0.0
  package var attackSeconds = 0.0
  package var holdSeconds = 0.0
  package var decaySeconds = 0.0
  /// 0…1 of the way from nothing to full.
  package var sustain = 1.0
  package var releaseSeconds = 0.0
}
