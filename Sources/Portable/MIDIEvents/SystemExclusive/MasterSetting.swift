/// A setting for all parts together.
public enum MasterSetting: Hashable, Sendable, BitwiseCopyable {
  /// Where the volume control stands: 0 is silence, 1 is full. Which gain that means in between
  /// is left to the instrument by MIDI 1.0, GS and XG alike.
  case volume(Double)
  /// From −1, all to the left, by 0 to 1, all to the right: Master Balance, or GS Master Pan.
  case balance(Double)
  /// Each sound at a place of its own: GS Master Pan at 0.
  case randomPan
  /// How much higher everything is, −102.4…102.3 cents.
  case fineTuning(cents: Double)
  /// How much higher everything but drums is, −64…63 semitones: Master Coarse Tuning, GS Master
  /// Key Shift, XG Transpose.
  case keyShift(semitones: Int8)
}
