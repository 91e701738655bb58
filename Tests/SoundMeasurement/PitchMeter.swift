import Foundation

/// Measures a steady tone's frequency from audio, independently of the engine.
///
/// The phase of the tone's component is taken under two Blackman-Harris windows (side lobes below
/// −92 dB) some way apart; phase over time is frequency. Two passes: the second uses the first's
/// result, so that the guess need only be right to a third of a semitone.
public enum PitchMeter {
  /// The frequency near `guess`, in hertz. `audio` must last at least 20 periods of it.
  public static func frequency(of audio: ArraySlice<Float>, near guess: Double, sampleRate: Double)
    -> Double
  {
    let samples = audio.map(Double.init)
    var frequency = guess
    for distance in [0.02, 0.1, 0.5] {
      let window = samples.count * 45 / 100
      let gap = min(Int(distance * Double(samples.count)), samples.count - window)
      let first = phase(samples[0..<window], frequency, sampleRate)
      let second = phase(samples[gap..<(gap + window)], frequency, sampleRate)
      let expected = 2 * Double.pi * frequency * Double(gap) / sampleRate
      let difference = (second - first - expected).remainder(dividingBy: 2 * .pi)
      frequency += difference * sampleRate / (2 * .pi * Double(gap))
    }
    return frequency
  }

  /// How far the measured tone lies above `expected`, in cents.
  public static func cents(of audio: ArraySlice<Float>, above expected: Double, sampleRate: Double)
    -> Double
  {
    1200 * log2(frequency(of: audio, near: expected, sampleRate: sampleRate) / expected)
  }

  private static func phase(_ samples: ArraySlice<Double>, _ frequency: Double, _ rate: Double)
    -> Double
  {
    var real = 0.0
    var imaginary = 0.0
    let count = Double(samples.count)
    for (index, sample) in samples.enumerated() {
      let x = 2 * Double.pi * (Double(index) + 0.5) / count
      let window =
        0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2 * x) - 0.01168 * cos(3 * x)
      let angle = 2 * Double.pi * frequency * Double(index) / rate
      real += sample * window * cos(angle)
      imaginary -= sample * window * sin(angle)
    }
    return atan2(imaginary, real)
  }
}
