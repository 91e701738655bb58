/// How long the stages of an envelope last, in frames (SoundFont 2.04 §8.1.3, 25 to 30, 33 to 38).
struct EnvelopeShape: BitwiseCopyable {
  var delayFrames: Int
  var attackFrames: Int
  var holdFrames: Int
  /// For the whole way from full to nothing, whatever the sustain level.
  var decayFrames: Int
  /// Below full: centibels for volume, tenths of a percent for modulation.
  var sustain: Double
  /// For the whole way from full to nothing, wherever it starts.
  var releaseFrames: Int
}

/// Where an envelope is.
enum EnvelopeStage: UInt8, BitwiseCopyable {
  case delay
  case attack
  case hold
  case decay
  case sustain
  case release
  case finished
}
