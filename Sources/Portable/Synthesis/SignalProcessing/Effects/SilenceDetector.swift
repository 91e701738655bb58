/// Detects when an effect may become idle, and the frame that wakes it. Peaks, unlike energies, do
/// not depend on how a block is split.
struct SilenceDetector: BitwiseCopyable {
  /// The silence threshold, −134 dBFS, for the sum of both channels' magnitudes.
  private static var threshold: Float { 2e-7 }

  private(set) var isActive = false
  private var silentFrames = 0
  private var peak: Float = 0

  /// Ends a control block. Returns whether the effect becomes idle, because it has been silent for
  /// longer than `frames`, the longest time for which it can hold a signal.
  mutating func becomesIdle(afterFrames frames: Int) -> Bool {
    silentFrames = peak >= Self.threshold ? 0 : silentFrames &+ ControlBlock.frames
    peak = 0
    isActive = silentFrames <= frames
    return !isActive
  }

  mutating func addPeak(_ magnitude: Float) { peak = max(peak, magnitude) }

  /// Returns the index of the first non-zero frame, which activates the effect, or `nil` if all are
  /// zero. While the effect is idle, its memory is cleared chunk by chunk, once per control block.
  mutating func onset(
    in input: UnsafePointer<Float>, hasInput: Bool, blockOffset: Int, count: Int,
    clearing memory: inout EffectArena
  ) -> Int? {
    if blockOffset == 0 && !memory.isClear { memory.clearNextChunk() }
    if !hasInput { return nil }
    var first = 0
    while first < count && input[first] == 0 { first &+= 1 }
    if first == count { return nil }
    isActive = true
    silentFrames = 0
    peak = 0
    memory.use()
    return first
  }
}
