/// What an envelope of points moves at level 1.
struct EnvelopeDepths: BitwiseCopyable {
  var pitchCents: Float = 0
  var cutoffCents: Float = 0
  var resonanceCentibels: Float = 0
  var gainCentibels: Float = 0
  var amplitude: Float = 0
  /// Whether the amplitude is multiplied at all.
  var isMultiplying = false
  /// In tenths of a percent.
  var pan: Float = 0
}
