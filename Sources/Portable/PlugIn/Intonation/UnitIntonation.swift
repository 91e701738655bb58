/// The way a unit plays the recordings of presets, once they are prepared.
enum UnitIntonation: Sendable {
  /// As the bank has them.
  case recorded
  /// With corrected mean pitch.
  case inTune
  /// With straight tones.
  case straight
}
