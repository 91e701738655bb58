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
  /// A range of levels that is not heard, in decibels. Loops of level tones keep their frames.
  private static var inaudibleDecibels: Double { 0.3 }

  /// Returns the channels up to 0.1 s after the segment, with the gain at its end.
  static func applied(
    to channels: [[Float]], in segment: Range<Int>, sampleRate: Double
  ) -> [[Float]] {
    let end = segment.upperBound + Int(averageSeconds * sampleRate)
    let channels = channels.map { Array($0.prefix(end)) }
    let range = segment.lowerBound / step..<segment.upperBound / step
    let levels = levels(channels, range, sampleRate)
    guard let lowest = levels.min(), let highest = levels.max(),
      highest - lowest > inaudibleDecibels
    else { return channels }
    let mean = levels.reduce(0, +) / Double(levels.count)
    // One gain per step, interpolated linearly.
    let amplitudes = levels.map {
      Float(Levels.amplitude(min(max(mean - $0, -maxDecibels), maxDecibels)))
    }
    return channels.map { gained($0, amplitudes, segment, range.lowerBound, sampleRate) }
  }

  private static func gained(
    _ channel: [Float], _ amplitudes: [Float], _ segment: Range<Int>, _ firstStep: Int,
    _ sampleRate: Double
  ) -> [Float] {
    let fade = min(Int(fadeSeconds * sampleRate), segment.lowerBound)
    let first = amplitudes.first ?? 1
    var result = channel
    for index in max(segment.lowerBound - fade, 0)..<result.count {
      if index < segment.lowerBound {
        let t = Float(index - segment.lowerBound + fade) / Float(max(fade, 1))
        result[index] *= 1 + (first - 1) * t * t * (3 - 2 * t)
      } else {
        let position = index / step - firstStep
        let next = amplitudes[min(position + 1, amplitudes.count - 1)]
        let fraction = Float(index % step) / Float(step)
        let amplitude = amplitudes[min(position, amplitudes.count - 1)]
        result[index] *= amplitude + (next - amplitude) * fraction
      }
    }
    return result
  }

  /// Returns the smoothed levels of the steps in `range`, by the frames of these only: a release
  /// that follows would raise the gain before it. The averages near both ends use reflected values
  /// of the power, without its linear trend.
  private static func levels(
    _ channels: [[Float]], _ range: Range<Int>, _ sampleRate: Double
  ) -> [Double] {
    var power = power(channels, range)
    let length = max(Int(averageSeconds * sampleRate / Double(step)) | 1, 1)
    let slope = slope(of: power, length: length)
    for index in power.indices { power[index] *= gain(-slope * Double(index)) }
    for _ in 0..<3 { power = MovingAverage.of(power, length: length) }
    return power.indices.map { Levels.decibels(power[$0]) + slope * Double($0) }
  }

  /// Returns the trend of averages in decibels per value (linear regression); 0 if there are few.
  private static func slope(of power: [Double], length: Int) -> Double {
    let count = power.count - length + 1
    guard count >= length / 2, count > 2 else { return 0 }
    var sum = power[..<length].reduce(0, +)
    let middle = Double(count - 1) / 2
    var (product, square) = (0.0, 0.0)
    for index in 0..<count {
      let distance = Double(index) - middle
      product += distance * Levels.decibels(sum / Double(length))
      square += distance * distance
      if index + length < power.count { sum += power[index + length] - power[index] }
    }
    return product / square
  }

  private static func gain(_ decibels: Double) -> Double { Levels.amplitude(2 * decibels) }

  /// Returns the mean power of the channels in intervals of ``step`` frames.
  private static func power(_ channels: [[Float]], _ range: Range<Int>) -> [Double] {
    let count = (channels.first?.count ?? 0) / step
    let range = range.clamped(to: 0..<count)
    var power = [Double](repeating: 0, count: range.count)
    for channel in channels {
      channel.withUnsafeBufferPointer { frames in
        for index in range {
          var sum = 0.0
          for frame in index * step..<(index + 1) * step {
            sum += Double(frames[frame]) * Double(frames[frame])
          }
          power[index - range.lowerBound] += sum / Double(step * channels.count)
        }
      }
    }
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
