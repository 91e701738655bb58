/// A sound parameter of a part (GS Tone Modify 1…8).
package enum SoundQuality: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The vibrato rate.
  case vibratoRate
  /// The vibrato depth.
  case vibratoDepth
  /// The vibrato delay.
  case vibratoDelay
  /// The filter cutoff.
  case filterCutoff
  /// The filter resonance.
  case filterResonance
  /// The attack time.
  case attackTime
  /// The decay time.
  case decayTime
  /// The release time.
  case releaseTime
}
