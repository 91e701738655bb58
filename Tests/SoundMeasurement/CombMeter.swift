import Foundation

/// Measures the pitch of a harmonic tone in short windows, independently of the engine.
///
/// The pitch is that of the harmonic series that contains the most power (nonlinear least squares:
/// the maximum likelihood in white noise). A Hann window of 100 ms, or of six periods if they are
/// longer, and partials up to 5 kHz.
public enum CombMeter {
  /// Returns the cents above `hertz` in the window around a frame; `nil` if the window exceeds the
  /// audio, or if the pitch is farther than 50 cents.
  public static func cents(
    _ audio: [Float], at middle: Int, above hertz: Double, sampleRate: Double
  ) -> Double? {
    let count = Int(max(0.1, 6 / hertz) * sampleRate)
    let start = middle - count / 2
    guard start >= 0, start + count <= audio.count else { return nil }
    let window = (0..<count).map { index in
      let angle = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
      return Double(audio[start + index]) * 0.5 * (1 - cos(angle))
    }
    let partials = max(Int(min(5000, 0.42 * sampleRate) / hertz), 1)
    func score(_ cents: Double) -> Double {
      power(window, partials: partials, cycles: hertz * exp2(cents / 1200) / sampleRate)
    }
    var center = 0.0
    for (step, reach) in [(4.0, 13), (0.5, 5), (0.05, 6)] {
      let grid = (-reach...reach).map { center + step * Double($0) }
      let scores = grid.map(score)
      guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), best > 0,
        best < scores.count - 1
      else { return nil }
      let (before, middle, after) = (scores[best - 1], scores[best], scores[best + 1])
      center = grid[best] + step * 0.5 * (before - after) / (before - 2 * middle + after)
    }
    return abs(center) < 50 ? center : nil
  }

  /// Returns the cents above `hertz` in windows whose centers are `step` seconds apart.
  public static func cents(
    _ audio: [Float], from first: Double, through last: Double, step: Double = 0.025,
    above hertz: Double, sampleRate: Double
  ) -> [Double] {
    stride(from: first, through: last, by: step).compactMap {
      cents(audio, at: Int($0 * sampleRate), above: hertz, sampleRate: sampleRate)
    }
  }

  /// Returns the power of the partials of a fundamental, in cycles per frame.
  private static func power(_ window: [Double], partials: Int, cycles: Double) -> Double {
    var sum = 0.0
    window.withUnsafeBufferPointer { window in
      for number in 1...partials {
        let angle = 2 * Double.pi * cycles * Double(number)
        let (turnReal, turnImaginary) = (cos(angle), sin(angle))
        var (phasorReal, phasorImaginary, real, imaginary) = (1.0, 0.0, 0.0, 0.0)
        for value in window {
          real += value * phasorReal
          imaginary += value * phasorImaginary
          let next = phasorReal * turnReal - phasorImaginary * turnImaginary
          phasorImaginary = phasorReal * turnImaginary + phasorImaginary * turnReal
          phasorReal = next
        }
        sum += real * real + imaginary * imaginary
      }
    }
    return sum
  }
}
