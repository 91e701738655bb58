import PeachMusicUnits

/// A triangle that starts at zero and rises, after a delay (SoundFont 2.04 §8.1.3, 21 to 24).
struct LowFrequencyOscillator: BitwiseCopyable {
  /// Frames still to wait.
  private(set) var delayFrames: Int
  /// Periods since the delay ended, within 0..<1.
  private(set) var turn: Double = 0
  /// Periods per frame.
  var turnsPerFrame: Double

  init(delaySeconds: Double, hertz: Double, sampleRate: Double) {
    delayFrames = Int(delaySeconds * sampleRate + 0.5)
    turnsPerFrame = hertz / sampleRate
  }

  /// Its value, −1…1, `frames` from now.
  @inline(__always) func value(after frames: Int) -> Double {
    // A triangle without a fork in the way: a quarter of a turn on it is at its top at one half.
    var place = turn + Double(max(frames &- delayFrames, 0)) * turnsPerFrame + 0.25
    place -= Double(Int(place))
    return 1 - abs(place * 4 - 2)
  }

  /// Lets so many frames pass.
  @inline(__always) mutating func advance(_ frames: Int) {
    turn += Double(max(frames &- delayFrames, 0)) * turnsPerFrame
    delayFrames = max(0, delayFrames &- frames)
    if turn >= 1 { turn -= Double(Int(turn)) }
  }
}
