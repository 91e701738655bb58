import Foundation

/// Measurements of levels and steps.
public enum Level {
  /// Returns the RMS level in dBFS; a full-scale sine is −3.01.
  public static func rootMeanSquare(_ audio: ArraySlice<Float>) -> Double {
    let sum = audio.reduce(0.0) { $0 + Double($1) * Double($1) }
    return 10 * log10(max(sum / Double(max(audio.count, 1)), 1e-30))
  }

  /// Returns the largest absolute value.
  public static func peak(_ audio: ArraySlice<Float>) -> Float {
    audio.reduce(0) { max($0, abs($1)) }
  }

  /// Returns the largest difference of two signals; infinite for different lengths.
  public static func greatestDifference(_ first: [Float], _ second: [Float]) -> Float {
    if first.count != second.count { return .infinity }
    var greatest: Float = 0
    for (x, y) in zip(first, second) { greatest = max(greatest, abs(x - y)) }
    return greatest
  }

  /// Returns the cosine of the angle between two signals: 1 if they differ by a positive factor
  /// only.
  public static func correlation(_ first: [Float], _ second: [Float]) -> Double {
    var (both, firstSquare, secondSquare) = (0.0, 0.0, 0.0)
    for (x, y) in zip(first, second) {
      both += Double(x) * Double(y)
      firstSquare += Double(x) * Double(x)
      secondSquare += Double(y) * Double(y)
    }
    return both / (firstSquare * secondSquare).squareRoot()
  }

  /// Returns half the largest second difference, which is high for clicks and low for smooth tones.
  /// For a sine of amplitude A it is at most A·(2πf/rate)²/2.
  public static func largestStep(_ audio: ArraySlice<Float>) -> Float {
    var largest: Float = 0
    let values = Array(audio)
    guard values.count > 2 else { return 0 }
    for index in 1..<(values.count - 1) {
      let middle = (values[index - 1] + values[index + 1]) / 2
      largest = max(largest, abs(values[index] - middle))
    }
    return largest
  }

  /// Returns the amplitude of the component at `frequency`, by correlation over whole periods under
  /// a Hann window.
  public static func amplitude(
    of audio: ArraySlice<Float>, at frequency: Double, sampleRate: Double
  ) -> Double {
    audio.withUnsafeBufferPointer { samples in
      var real = 0.0
      var imaginary = 0.0
      var total = 0.0
      var index = 0
      while index < samples.count {
        let phase = (Double(index) + 0.5) / Double(samples.count)
        let window = 0.5 - 0.5 * cos(2 * Double.pi * phase)
        let angle = 2 * Double.pi * frequency * Double(index) / sampleRate
        let value = Double(samples[index]) * window
        real += value * cos(angle)
        imaginary += value * sin(angle)
        total += window
        index += 1
      }
      return 2 * (real * real + imaginary * imaginary).squareRoot() / total
    }
  }
}
