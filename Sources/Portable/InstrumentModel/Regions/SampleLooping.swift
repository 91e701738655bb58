/// The loop mode of a region (generator 54).
public enum SampleLooping: UInt8, BitwiseCopyable, Sendable {
  /// Plays the sample once, without a loop.
  case none = 0
  /// Loops until the end of the note, including its release.
  case continuous = 1
  /// Plays the sample once after note-off.
  case fromRelease = 2
  /// Loops until note-off, then plays to the end of the sample.
  case untilRelease = 3
}
