/// A chorus type of General MIDI 2, GS or XG.
public enum ChorusType: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  // In the order of GS's Chorus Macro (40 01 38). GM2 numbers the first six alike.

  /// Chorus 1 to 4; the third is the default of GM2 and GS.
  case chorus1, chorus2, chorus3, chorus4
  /// GM2 and GS Feedback Chorus.
  case feedbackChorus
  /// GM2 and GS Flanger, XG Flanger 1.
  case flanger
  /// GS Short Delay, without and with Feedback.
  case shortDelay, shortDelayFeedback
  /// XG Celeste 1 to 4.
  case celeste1, celeste2, celeste3, celeste4
  /// XG Flanger 2 and 3.
  case flanger2, flanger3
  /// No chorus.
  case none
}
