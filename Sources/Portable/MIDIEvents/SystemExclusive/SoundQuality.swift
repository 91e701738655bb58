/// A sound parameter of a part; the raw value is its sound controller (RP-021).
package enum SoundQuality: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// The vibrato rate.
  case vibratoRate = 76
  /// The vibrato depth.
  case vibratoDepth = 77
  /// The vibrato delay.
  case vibratoDelay = 78
  /// The filter cutoff.
  case filterCutoff = 74
  /// The filter resonance.
  case filterResonance = 71
  /// The attack time.
  case attackTime = 73
  /// The decay time.
  case decayTime = 75
  /// The release time.
  case releaseTime = 72

  /// The number of the sound controller, 71 through 78.
  package var controller: UInt8 { @_noLocks @_noAllocation get { rawValue } }
}
