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

  /// Its value, −1…1, `frames` from now; they may be many periods.
  @inline(__always) func value(after frames: Int) -> Double {
    Self.triangle(turn + Double(max(frames &- delayFrames, 0)) * turnsPerFrame)
  }

  /// The triangle after so many turns from zero, which are less than 2⁵⁰.
  @inline(__always) static func triangle(_ turns: Double) -> Double {
    // From its top on, so that no turn has to be told from another: the nearest top is at 0.
    let place = turns - 0.25
    // Added and taken off again, it rounds to a whole number.
    let rounding = 6_755_399_441_055_744.0
    return 1 - abs(place - ((place + rounding) - rounding)) * 4
  }

  /// Lets so many frames pass.
  @inline(__always) mutating func advance(_ frames: Int) {
    turn += Double(max(frames &- delayFrames, 0)) * turnsPerFrame
    delayFrames = max(0, delayFrames &- frames)
    if turn >= 1 { turn -= Double(Int(turn)) }
  }
}
