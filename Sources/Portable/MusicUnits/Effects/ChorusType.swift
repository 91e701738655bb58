/// A chorus type of General MIDI 2, GS or XG.
public enum ChorusType: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  // In the order of GS's Chorus Macro (40 01 38). GM2 numbers the first six alike.

  /// Chorus 1.
  case chorus1
  /// Chorus 2.
  case chorus2
  /// Chorus 3, the default of GM2 and GS.
  case chorus3
  /// Chorus 4.
  case chorus4
  /// GM2 and GS Feedback Chorus.
  case feedbackChorus
  /// GM2 and GS Flanger, XG Flanger 1.
  case flanger
  /// GS Short Delay.
  case shortDelay
  /// GS Short Delay with Feedback.
  case shortDelayFeedback
  /// XG Celeste 1.
  case celeste1
  /// XG Celeste 2.
  case celeste2
  /// XG Celeste 3.
  case celeste3
  /// XG Celeste 4.
  case celeste4
  /// XG Flanger 2.
  case flanger2
  /// XG Flanger 3.
  case flanger3
  /// No chorus.
  case none
}
