import Foundation

/// Levels of audio at 48 kHz with the K-weighting of ITU-R BS.1770-5, annex 1, by the coefficients
/// that its tables 1 and 2 state for this rate.
public enum KWeightedMeter {
  /// The sample rate of the tables, in hertz.
  public static let sampleRate = 48_000.0

  /// Returns the weighted frames.
  public static func weighted(_ audio: ArraySlice<Float>) -> [Double] {
    let shelved = filtered(
      audio.map { Double($0) },
      (1.53512485958697, -2.69169618940638, 1.19839281085285),
      (-1.69065929318241, 0.73248077421585))
    return filtered(shelved, (1, -2, 1), (-1.99004745483398, 0.99007225036621))
  }

  private static func filtered(
    _ values: [Double], _ b: (Double, Double, Double), _ a: (Double, Double)
  ) -> [Double] {
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return values.map { value in
      let result = b.0 * value + b.1 * x1 + b.2 * x2 - a.0 * y1 - a.1 * y2
      (x1, x2, y1, y2) = (value, x1, result, y1)
      return result
    }
  }

  /// Returns the RMS level of a time range in decibels. The loudness of BS.1770 is lower by 0.691.
  public static func level(_ audio: [Float], seconds: ClosedRange<Double>) -> Double {
    let frames = weighted(audio[...])
    let part =
      frames[Int(seconds.lowerBound * sampleRate)..<Int(seconds.upperBound * sampleRate)]
    return 10 * log10(max(part.reduce(0) { $0 + $1 * $1 } / Double(part.count), 1e-30))
  }

  /// Returns the first time, in milliseconds, at 10 dB below the 90th percentile of the level in
  /// the 600 ms from its first time at −20 dB on, in Hann windows of two periods, from 10 to 25 ms.
  public static func attackMilliseconds(_ audio: [Float], hertz: Double) -> Double {
    let power = weighted(audio[...]).map { $0 * $0 }
    let count = Int(min(max(2 / hertz, 0.01), 0.025) * sampleRate)
    let window = (0..<count).map { 1 - cos(2 * .pi * (Double($0) + 0.5) / Double(count)) }
    let levels = stride(from: 0, to: power.count - count, by: 48).map { center -> Double in
      var sum = 1e-20
      for (index, weight) in window.enumerated() where center + index >= count / 2 {
        sum += weight * power[center + index - count / 2]
      }
      return 10 * log10(sum)
    }
    let peak = levels.max() ?? 0
    let loud = levels.firstIndex { $0 >= peak - 20 } ?? 0
    let tone = levels[loud..<min(loud + 600, levels.count)].sorted()
    let reference = tone[tone.count * 9 / 10]
    let audible = levels.firstIndex { $0 >= reference - 20 } ?? 0
    return Double(levels[audible...].firstIndex { $0 >= reference - 10 } ?? 0)
  }
}
