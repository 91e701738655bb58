/// A message that resets to the defaults of a standard.
package enum SystemReset: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// General MIDI System On (RP-003).
  case generalMIDI1
  /// General MIDI System Off, which restores the instrument's native mode.
  case generalMIDIOff
  /// General MIDI 2 System On (RP-024).
  case generalMIDI2
  /// GS Reset (40 00 7F = 00).
  case gs
  /// GS Exit (40 00 7F = 7F), which leaves GS on a Roland SC-55.
  case gsExit
  /// System Mode Set 1 of a Roland SC-88 (00 00 7F = 00): GS Reset, and one module of 32 parts.
  case gsSingleModule
  /// System Mode Set 2 of a Roland SC-88 (00 00 7F = 01): GS Reset, and two modules of 16 parts.
  case gsDoubleModule
  /// XG System On (00 00 7E).
  case xg
  /// XG All Parameter Reset (00 00 7F).
  case xgAllParameters
}
