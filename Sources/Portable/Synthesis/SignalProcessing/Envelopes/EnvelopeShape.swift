/// The stage durations of an envelope, in frames, and its sustain level (SoundFont 2.04 §8.1.3,
/// generators 25 to 30 and 33 to 38).
struct EnvelopeShape: BitwiseCopyable {
  var delayFrames: Int
  var attackFrames: Int
  var holdFrames: Int
  /// The duration of a decay from full level to zero, regardless of the sustain level.
  var decayFrames: Int
  /// The attenuation from full level: centibels for volume, tenths of a percent for modulation.
  var sustain: Double
  /// The duration of a release from full level to zero, regardless of the level at note-off.
  var releaseFrames: Int
}

enum EnvelopeStage: UInt8, BitwiseCopyable {
  case delay, attack, hold, decay, sustain, release, finished

  var next: EnvelopeStage { EnvelopeStage(rawValue: min(rawValue &+ 1, 6)) ?? .finished }
}
