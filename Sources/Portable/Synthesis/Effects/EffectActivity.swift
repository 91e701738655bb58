/// Whether an effect sounds: from the first frame that it hears until what it holds has died away.
///
/// It wakes on the very frame and keeps the loudest of a grid, not a sum, so that the bits do not
/// tell where stretches began.
struct EffectActivity: BitwiseCopyable {
  /// What stays below −134 dB is over: this is the magnitude of both sides together.
  private static var silence: Float { 2e-7 }

  private(set) var isActive = false
  private var quietFrames = 0
  private var loudest: Float = 0

  /// A grid is over in which it sounded; true where it has been quiet for longer than it can hold
  /// a sound, `frames`, and sleeps from now on.
  mutating func fallsAsleep(holding frames: Int) -> Bool {
    quietFrames = loudest >= Self.silence ? 0 : quietFrames &+ Synthesizer.gridFrames
    loudest = 0
    isActive = quietFrames <= frames
    return !isActive
  }

  /// Takes note of a frame that came in or went out.
  mutating func hear(_ magnitude: Float) { loudest = max(loudest, magnitude) }

  /// The first of `count` frames that wakes it; nil where it sleeps on.
  ///
  /// `hasInput` may be false where all are zero. While it sleeps, its memory is cleared at the
  /// points of the grid, a piece at a time; `at` is the first frame's place on it.
  mutating func wakes(
    by input: UnsafePointer<Float>, hasInput: Bool, at: Int, count: Int,
    clearing memory: inout DelayMemory
  ) -> Int? {
    if at == 0 && !memory.isClear { memory.clearPiece() }
    if !hasInput { return nil }
    var first = 0
    while first < count && input[first] == 0 { first &+= 1 }
    if first == count { return nil }
    isActive = true
    quietFrames = 0
    loudest = 0
    memory.use()
    return first
  }
}
