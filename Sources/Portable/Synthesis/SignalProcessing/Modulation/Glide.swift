/// A portamento: an offset from the target pitch that ramps linearly to zero.
struct Glide: BitwiseCopyable {
  private var semitones = 0.0
  private var semitonesPerFrame = 0.0
  private var framesRemaining = 0

  init() {}

  /// Creates a glide of `frames` that starts `semitones` from the target pitch.
  init(from semitones: Double, frames: Int) {
    guard frames > 0 else { return }
    self.semitones = semitones
    semitonesPerFrame = -semitones / Double(frames)
    framesRemaining = frames
  }

  @inline(__always) var isRamping: Bool { framesRemaining > 0 }

  /// Returns the offset from the target pitch, in semitones, `frames` from now.
  @inline(__always) func value(after frames: Int) -> Double {
    frames >= framesRemaining ? 0 : semitones + Double(frames) * semitonesPerFrame
  }

  @inline(__always) mutating func advance(_ frames: Int) {
    semitones = value(after: frames)
    framesRemaining = max(framesRemaining &- frames, 0)
  }
}
