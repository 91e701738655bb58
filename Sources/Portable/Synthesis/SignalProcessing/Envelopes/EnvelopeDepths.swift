/// The modulation depths of a flex envelope, for a level of 1.
struct EnvelopeDepths: BitwiseCopyable {
  var pitchCents: Float = 0
  var cutoffCents: Float = 0
  var resonanceCentibels: Float = 0
  var gainCentibels: Float = 0
  var amplitude: Float = 0
  var isMultiplying = false
  /// In tenths of a percent.
  var pan: Float = 0
}
