/// Measures the level and the peak of a prepared sample.
enum ToneLevel {
  /// Returns the K-weighted level, in decibels, of all channels together as in ITU-R BS.1770: of
  /// sustained tones 100 to 600 ms after the start, which includes repetitions of the loop; of
  /// decaying tones 5 to 205 ms.
  static func decibels(
    _ channels: [[Float]], loop: Range<Int>?, sampleRate: Double, isDecaying: Bool
  ) -> Double {
    let seconds = isDecaying ? 0.005...0.205 : 0.1...0.6
    let played = channels.map {
      Self.played($0, loop: loop, count: Int(seconds.upperBound * sampleRate))
    }
    let power = KWeighting.power(of: played, sampleRate: sampleRate)
    let start = Int(seconds.lowerBound * sampleRate)
    // Of tones that are too short, the whole.
    let isShort = Double(power.count - start) < 0.05 * sampleRate
    let part = isShort ? power[...] : power[start...]
    let mean = part.reduce(0.0) { $0 + Double($1) } / Double(max(part.count, 1))
    return Levels.decibels(Double(channels.count) * mean)
  }

  /// Returns the largest absolute value, in decibels.
  static func peakDecibels(_ channels: [[Float]]) -> Double {
    let peak = channels.reduce(Float(0)) { $1.reduce($0) { max($0, abs($1)) } }
    return Levels.decibels(Double(peak) * Double(peak))
  }

  /// Returns the first frames of a sample, which continues with its loop.
  static func played(_ frames: [Float], loop: Range<Int>?, count: Int) -> [Float] {
    guard let loop, loop.count > 0, loop.upperBound <= frames.count else {
      return Array(frames.prefix(count))
    }
    return (0..<count).map { index in
      let isLooped = index >= loop.upperBound
      return frames[isLooped ? loop.lowerBound + (index - loop.lowerBound) % loop.count : index]
    }
  }
}
