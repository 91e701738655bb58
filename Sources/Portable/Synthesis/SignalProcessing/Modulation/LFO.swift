import PeachMusicUnits

/// An LFO: a triangle that starts at zero and rises, after a delay (SoundFont 2.04 §8.1.3,
/// generators 21 to 24), or another waveform with a start phase and a fade-in.
struct LFO: BitwiseCopyable {
  /// One cycle, bipolar. Pulses have a duty cycle of 75, 50, 25 and 12.5 percent.
  enum Waveform: UInt8, BitwiseCopyable {
    case triangle, sine, pulse75, square, pulse25, pulse12, risingSaw, fallingSaw
  }

  private(set) var delayFrames: Int
  /// The phase, in cycles, 0..<1.
  private(set) var phase: Double = 0
  /// The phase increment, in cycles per frame.
  var phaseIncrement: Double
  /// Whether the waveform is SoundFont's triangle.
  private(set) var isPlain = true
  private var waveform = Waveform.triangle
  private var fadeInFrames = 0
  private var fadeInElapsed = 0

  init(delaySeconds: Double, hertz: Double, sampleRate: Double) {
    delayFrames = Int(delaySeconds * sampleRate + 0.5)
    phaseIncrement = hertz / sampleRate
  }

  /// Replaces the plain triangle. Call before the LFO starts.
  mutating func set(_ waveform: Waveform, phase: Float, fadeInSeconds: Float, sampleRate: Double) {
    if case .triangle = waveform, phase == 0, fadeInSeconds == 0 { return }
    isPlain = false
    self.waveform = waveform
    self.phase = Double(min(max(phase, 0), 0.999_999))
    fadeInFrames = Int(Double(min(max(fadeInSeconds, 0), 1000)) * sampleRate + 0.5)
  }

  /// Returns the value, −1…1, `frames` from now, which may be many cycles ahead.
  @inline(__always) func value(after frames: Int) -> Double {
    if !isPlain { return shapedValue(after: frames) }
    return Self.triangle(phase + Double(max(frames &- delayFrames, 0)) * phaseIncrement)
  }

  private func shapedValue(after frames: Int) -> Double {
    let elapsed = frames &- delayFrames
    if elapsed < 0 || (elapsed == 0 && delayFrames > 0) { return 0 }
    let cycles = phase + Double(elapsed) * phaseIncrement
    let phase = cycles - Double(Int(cycles))
    let value: Double =
      switch waveform {
      case .triangle: Self.triangle(phase)
      case .sine: Exponential.sineAndCosine(cycles: phase).sine
      case .pulse75: phase < 0.75 ? 1 : -1
      case .square: phase < 0.5 ? 1 : -1
      case .pulse25: phase < 0.25 ? 1 : -1
      case .pulse12: phase < 0.125 ? 1 : -1
      case .risingSaw: 2 * phase - 1
      case .fallingSaw: 1 - 2 * phase
      }
    let fadeIn = fadeInElapsed &+ elapsed
    return fadeIn >= fadeInFrames ? value : value * Double(fadeIn) / Double(fadeInFrames)
  }

  /// Returns the triangle at an unwrapped phase of less than 2⁵⁰ cycles.
  @inline(__always) static func triangle(_ cycles: Double) -> Double {
    // The distance to the nearest maximum, the first of which is at a quarter of a cycle.
    let offset = cycles - 0.25
    // Adding and subtracting 1.5 · 2⁵² rounds to the nearest integer.
    let rounding = 6_755_399_441_055_744.0
    return 1 - abs(offset - ((offset + rounding) - rounding)) * 4
  }

  @inline(__always) mutating func advance(_ frames: Int) {
    let elapsed = max(frames &- delayFrames, 0)
    phase += Double(elapsed) * phaseIncrement
    if !isPlain { fadeInElapsed = min(fadeInElapsed &+ elapsed, fadeInFrames) }
    delayFrames = max(0, delayFrames &- frames)
    if phase >= 1 { phase -= Double(Int(phase)) }
  }
}
