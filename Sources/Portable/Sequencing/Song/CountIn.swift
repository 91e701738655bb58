/// Beats of a metronome that are counted before a song continues.
package struct CountIn: Hashable, Sendable, BitwiseCopyable {
  /// The rendered frames from a beat to the next.
  package private(set) var beatFrames: Int64 = 1
  private var barFrames: Int64 = 0
  /// The rendered frames until the song continues; 0 if nothing is counted.
  package private(set) var remainingFrames: Int64 = 0

  /// Nothing is counted.
  init() {}

  /// The beats of a bar, of which the first one is accented. There are at most 32, each of at least
  /// a frame.
  package init(beatCount: Int64, beatFrames: Int64) {
    self.beatFrames = min(max(beatFrames, 1), 1 << 32)
    barFrames = min(max(beatCount, 1), 32) * self.beatFrames
    remainingFrames = barFrames
  }

  package var beatCount: Int64 { barFrames / beatFrames }

  /// The frames until the next beat, or until the song continues.
  var framesToBeat: Int64 {
    let rest = remainingFrames % beatFrames
    return rest > 0 ? rest : beatFrames
  }

  /// Whether a beat is at this frame.
  var isAtBeat: Bool { remainingFrames > 0 && remainingFrames % beatFrames == 0 }
  /// Whether it is the first one.
  var isAtBar: Bool { remainingFrames == barFrames }

  mutating func advance(by frames: Int64) { remainingFrames = max(remainingFrames &- frames, 0) }
}
