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
    let running = frames &- delayFrames
    if running <= 0 { return 0 }
    var turn = turn + Double(running) * turnsPerFrame
    turn -= Double(Int(turn))
    if turn < 0.25 { return turn * 4 }
    if turn < 0.75 { return 2 - turn * 4 }
    return turn * 4 - 4
  }

  /// Lets so many frames pass.
  @inline(__always) mutating func advance(_ frames: Int) {
    let running = frames &- delayFrames
    delayFrames = max(0, delayFrames &- frames)
    if running > 0 {
      turn += Double(running) * turnsPerFrame
      turn -= Double(Int(turn))
    }
  }
}
