/// A setting for all parts together.
package enum MasterSetting: Hashable, Sendable, BitwiseCopyable {
  /// The master volume, 0…1. MIDI 1.0, GS and XG do not specify the gain curve.
  case volume(Double)
  /// The balance, −1 (left) through 1 (right): Master Balance, or GS Master Pan.
  case balance(Double)
  /// A random pan for each note: GS Master Pan at 0.
  case randomPan
  /// The fine tuning, −102.4…102.3 cents.
  case fineTuning(cents: Double)
  /// The transposition of all parts except drums, −64…63 semitones: Master Coarse Tuning, GS Master
  /// Key Shift, XG Transpose.
  case keyShift(semitones: Int8)
}
