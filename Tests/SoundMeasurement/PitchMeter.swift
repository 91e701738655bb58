import Foundation

/// Measures a steady tone's frequency, independently of the engine.
///
/// The phase of the component is measured in two Blackman-Harris windows (side lobes below −92 dB);
/// its difference over time is the frequency. A second pass uses the result of the first, so that
/// the guess may be off by a third of a semitone.
public enum PitchMeter {
  /// Returns the frequency near `guess` in hertz. `audio` must last at least 20 periods of it.
  public static func frequency(of audio: ArraySlice<Float>, near guess: Double, sampleRate: Double)
    -> Double
  {
    audio.withUnsafeBufferPointer { samples in
      var frequency = guess
      let window = samples.count * 45 / 100
      for distance in [0.02, 0.1, 0.5] {
        let gap = min(Int(distance * Double(samples.count)), samples.count - window)
        let first = phase(samples, from: 0, count: window, frequency / sampleRate)
        let second = phase(samples, from: gap, count: window, frequency / sampleRate)
        let expected = 2 * Double.pi * frequency * Double(gap) / sampleRate
        let difference = (second - first - expected).remainder(dividingBy: 2 * .pi)
        frequency += difference * sampleRate / (2 * .pi * Double(gap))
      }
      return frequency
    }
  }

  /// Returns the interval from `expected` to the measured pitch, in cents.
  public static func cents(of audio: ArraySlice<Float>, above expected: Double, sampleRate: Double)
    -> Double
  {
    1200 * log2(frequency(of: audio, near: expected, sampleRate: sampleRate) / expected)
  }

  /// Returns the mean pitch of a harmonic tone in cents above `expected`: the mean of its first
  /// partials, weighted by power and by the square of their number. Partials that are farther than
  /// 20 cents are noise.
  public static func meanCents(
    of audio: ArraySlice<Float>, above expected: Double, sampleRate: Double, partials: Int
  ) -> Double {
    var (upper, lower) = (0.0, 0.0)
    for number in 1...partials where Double(number) * expected < 0.4 * sampleRate {
      let hertz = Double(number) * expected
      let cents = cents(of: audio, above: hertz, sampleRate: sampleRate)
      guard abs(cents) <= 20 else { continue }
      let amplitude = Level.amplitude(of: audio, at: hertz, sampleRate: sampleRate)
      let weight = amplitude * amplitude * Double(number * number)
      upper += weight * cents
      lower += weight
    }
    return upper / lower
  }

  // Plain loops: tests also run without optimization.
  private static func phase(
    _ samples: UnsafeBufferPointer<Float>, from start: Int, count: Int, _ phaseIncrement: Double
  ) -> Double {
    var real = 0.0
    var imaginary = 0.0
    var index = 0
    while index < count {
      let x = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      let window = 0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2 * x) - 0.01168 * cos(3 * x)
      let angle = 2 * Double.pi * phaseIncrement * Double(index)
      let value = Double(samples[start + index]) * window
      real += value * cos(angle)
      imaginary -= value * sin(angle)
      index += 1
    }
    return atan2(imaginary, real)
  }
}
