/// A quality of a part's sound that GS and XG change in steps (GS Tone Modify 1…8).
public enum SoundQuality: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// How fast the vibrato is.
  case vibratoRate
  /// How deep the vibrato is.
  case vibratoDepth
  /// How late the vibrato begins.
  case vibratoDelay
  /// How bright.
  case filterCutoff
  /// How resonant the filter is.
  case filterResonance
  /// How slowly it begins.
  case attackTime
  /// How slowly it falls to its sustained level.
  case decayTime
  /// How slowly it ends.
  case releaseTime
}
