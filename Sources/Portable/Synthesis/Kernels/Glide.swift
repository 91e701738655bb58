/// A pitch on its way from one key to another: semitones still to go, in a straight line to none.
struct Glide: BitwiseCopyable {
  private var semitones = 0.0
  private var semitonesPerFrame = 0.0
  private var framesLeft = 0

  /// None.
  init() {}

  /// Starts so many semitones away from the pitch it leads to, and takes so many frames.
  init(from semitones: Double, frames: Int) {
    guard frames > 0 else { return }
    self.semitones = semitones
    semitonesPerFrame = -semitones / Double(frames)
    framesLeft = frames
  }

  /// True while there is a way to go.
  @inline(__always) var isMoving: Bool { framesLeft > 0 }

  /// Semitones away from where it leads, `frames` from now.
  @inline(__always) func value(after frames: Int) -> Double {
    frames >= framesLeft ? 0 : semitones + Double(frames) * semitonesPerFrame
  }

  /// Lets so many frames pass.
  @inline(__always) mutating func advance(_ frames: Int) {
    semitones = value(after: frames)
    framesLeft = max(framesLeft &- frames, 0)
  }
}
