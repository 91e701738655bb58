import PeachInstrumentModel
import PeachMusicUnits

/// A triangle that starts at zero and rises, after a delay (SoundFont 2.04 §8.1.3, 21 to 24), or
/// what a region has in its place.
struct LowFrequencyOscillator: BitwiseCopyable {
  /// Frames still to wait.
  private(set) var delayFrames: Int
  /// Periods since the delay ended, within 0..<1.
  private(set) var turn: Double = 0
  /// Periods per frame.
  var turnsPerFrame: Double
  /// True for SoundFont's triangle.
  private(set) var isPlain = true
  private var wave = RegionOscillator.Wave.triangle
  /// How long it grows, and for how long it has.
  private var fadeFrames = 0
  private var fadePassed = 0

  init(delaySeconds: Double, hertz: Double, sampleRate: Double) {
    delayFrames = Int(delaySeconds * sampleRate + 0.5)
    turnsPerFrame = hertz / sampleRate
  }

  /// Before it begins: another course than the plain triangle's.
  mutating func set(_ oscillator: RegionOscillator, sampleRate: Double) {
    if oscillator == RegionOscillator() { return }
    isPlain = false
    wave = oscillator.wave
    turn = Double(min(max(oscillator.phase, 0), 0.999_999))
    fadeFrames = Int(Double(min(max(oscillator.fadeSeconds, 0), 1000)) * sampleRate + 0.5)
  }

  /// Its value, −1…1, `frames` from now; they may be many periods.
  @inline(__always) func value(after frames: Int) -> Double {
    if !isPlain { return shapedValue(after: frames) }
    return Self.triangle(turn + Double(max(frames &- delayFrames, 0)) * turnsPerFrame)
  }

  private func shapedValue(after frames: Int) -> Double {
    let passed = frames &- delayFrames
    if passed < 0 || (passed == 0 && delayFrames > 0) { return 0 }
    let turns = turn + Double(passed) * turnsPerFrame
    let place = turns - Double(Int(turns))
    let value: Double =
      switch wave {
      case .triangle: Self.triangle(place)
      case .sine: Exponential.sineAndCosine(turns: place).sine
      case .widePulse: place < 0.75 ? 1 : -1
      case .square: place < 0.5 ? 1 : -1
      case .narrowPulse: place < 0.25 ? 1 : -1
      case .narrowestPulse: place < 0.125 ? 1 : -1
      case .risingSaw: 2 * place - 1
      case .fallingSaw: 1 - 2 * place
      }
    let grown = fadePassed &+ passed
    return grown >= fadeFrames ? value : value * Double(grown) / Double(fadeFrames)
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
    let passed = max(frames &- delayFrames, 0)
    turn += Double(passed) * turnsPerFrame
    if !isPlain { fadePassed = min(fadePassed &+ passed, fadeFrames) }
    delayFrames = max(0, delayFrames &- frames)
    if turn >= 1 { turn -= Double(Int(turn)) }
  }
}
