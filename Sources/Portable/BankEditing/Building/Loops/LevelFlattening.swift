/// Removes slow changes of level within a segment, so that a swell or a diminuendo can be looped. A
/// fluctuation of a vibrato is kept.
enum LevelFlattening {
  /// The length of each of three moving averages of the power.
  private static var averageSeconds: Double { 0.1 }
  private static var maxDecibels: Double { 9 }
  /// The length of the fade-in of the gain before the segment.
  private static var fadeSeconds: Double { 0.15 }
  /// The interval at which gains are computed, in frames.
  private static var step: Int { 32 }

  /// Returns the channels up to 0.1 s after the segment, with the gain at its end.
  static func applied(
    to channels: [[Float]], in segment: Range<Int>, sampleRate: Double
  ) -> [[Float]] {
    let power = smoothedPower(channels, sampleRate)
    let range = segment.lowerBound / step..<min(segment.upperBound / step + 1, power.count)
    let levels = power.map { Levels.decibels($0) }
    let mean = levels[range].reduce(0, +) / Double(max(range.count, 1))
    // One gain per step, interpolated linearly.
    let amplitudes = range.map {
      Float(Levels.amplitude(min(max(mean - levels[$0], -maxDecibels), maxDecibels)))
    }
    let fade = min(Int(fadeSeconds * sampleRate), segment.lowerBound)
    let first = amplitudes.first ?? 1
    return channels.map { channel in
      let end = segment.upperBound + Int(averageSeconds * sampleRate)
      var result = Array(channel[..<min(end, channel.count)])
      for index in max(segment.lowerBound - fade, 0)..<result.count {
        if index < segment.lowerBound {
          let t = Float(index - segment.lowerBound + fade) / Float(max(fade, 1))
          result[index] *= 1 + (first - 1) * t * t * (3 - 2 * t)
        } else {
          let position = index / step - range.lowerBound
          let next = amplitudes[min(position + 1, amplitudes.count - 1)]
          let fraction = Float(index % step) / Float(step)
          let amplitude = amplitudes[min(position, amplitudes.count - 1)]
          result[index] *= amplitude + (next - amplitude) * fraction
        }
      }
      return result
    }
  }

  /// Returns the mean power of the channels at intervals of ``step`` frames.
  private static func smoothedPower(_ channels: [[Float]], _ sampleRate: Double) -> [Double] {
    let count = (channels.first?.count ?? 0) / step
    var power = [Double](repeating: 0, count: count)
    for channel in channels {
      channel.withUnsafeBufferPointer { frames in
        for index in 0..<count {
          var sum = 0.0
          for frame in index * step..<(index + 1) * step {
            sum += Double(frames[frame]) * Double(frames[frame])
          }
          power[index] += sum / Double(step * channels.count)
        }
      }
    }
    let length = max(Int(averageSeconds * sampleRate / Double(step)) | 1, 1)
    for _ in 0..<3 { power = MovingAverage.of(power, length: length) }
    return power
  }
}

/// Filters of sequences.
enum MovingAverage {
  /// Returns centered averages of `length` values; the ends are extended by reflection.
  static func of(_ values: [Double], length: Int) -> [Double] {
    let count = values.count
    guard count > 1, length > 1 else { return values }
    let half = length / 2
    func value(_ index: Int) -> Double {
      var index = index
      while index < 0 || index >= count { index = index < 0 ? -1 - index : 2 * count - 1 - index }
      return values[index]
    }
    var sums = [0.0]
    sums.reserveCapacity(count + length + 1)
    for index in -half..<count + length { sums.append(sums[sums.count - 1] + value(index)) }
    return (0..<count).map { (sums[$0 + length] - sums[$0]) / Double(length) }
  }

  /// Returns values that are smoothed by a Gaussian with a standard deviation of two values.
  static func gaussian(_ values: [Double]) -> [Double] {
    let kernel = [0.0002, 0.0022, 0.0089, 0.0270, 0.0648, 0.1211, 0.1762, 0.1995]
    let last = values.count - 1
    return values.indices.map { center in
      var sum = kernel[7] * values[center]
      for distance in 1...7 {
        let before = values[max(center - distance, 0)]
        let after = values[min(center + distance, last)]
        sum += kernel[7 - distance] * (before + after)
      }
      return sum
    }
  }

  /// Returns the medians of five values.
  static func median(_ values: [Double]) -> [Double] {
    values.indices.map { Levels.median(values[max($0 - 2, 0)...min($0 + 2, values.count - 1)]) }
  }
}
