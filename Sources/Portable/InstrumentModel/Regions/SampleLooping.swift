/// How a sample repeats while a note sounds (generator 54).
public enum SampleLooping: UInt8, BitwiseCopyable, Sendable {
  /// From start to end, once.
  case none = 0
  /// Around the loop for as long as the note sounds, its release included.
  case continuous = 1
  /// Silent until the key is let go, then from start to end, once.
  case fromRelease = 2
  /// Around the loop while the key is held, then on to the end.
  case untilRelease = 3
}
