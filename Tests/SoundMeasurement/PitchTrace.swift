import Foundation

/// Follows a changing pitch by its zero crossings.
public enum PitchTrace {
  /// Returns the pitch around a frame in cents above `reference`, from four periods of a sine-like
  /// tone.
  public static func cents(
    _ audio: [Float], at frame: Int, above reference: Double, sampleRate: Double
  ) -> Double {
    let crossings = risingZeros(audio, from: max(frame - 4 * Int(sampleRate / reference), 1))
    let near = crossings.firstIndex { $0 >= Double(frame) } ?? crossings.count - 1
    let first = max(near - 2, 0)
    let last = min(near + 2, crossings.count - 1)
    let period = (crossings[last] - crossings[first]) / Double(last - first)
    return 1200 * log2(sampleRate / period / reference)
  }

  /// Returns the first twelve rising zero crossings from `start`, linearly interpolated.
  private static func risingZeros(_ audio: [Float], from start: Int) -> [Double] {
    var zeros: [Double] = []
    for index in start..<audio.count where audio[index - 1] < 0 && audio[index] >= 0 {
      let step = Double(audio[index]) - Double(audio[index - 1])
      zeros.append(Double(index - 1) - Double(audio[index - 1]) / step)
      if zeros.count == 12 { break }
    }
    return zeros
  }
}
