import PeachMusicUnits

/// The smoothed level of a recording over time, in decibels, at intervals of about 1 ms.
struct PowerEnvelope {
  /// The interval, in frames.
  let hopFrames: Int
  let hopSeconds: Double
  /// The mean power of blocks of a quarter of the interval.
  private let blocks: [Double]

  /// The lowest level, in decibels.
  static var floor: Double { -120 }

  /// Measures the power of frames, such as ``KWeighting/power(of:sampleRate:)``.
  init(power: [Float], sampleRate: Double) {
    let size = max(Int(sampleRate * 0.00025), 1)
    hopFrames = 4 * size
    hopSeconds = Double(hopFrames) / sampleRate
    blocks = power.withUnsafeBufferPointer { power in
      stride(from: 0, to: power.count - size + 1, by: size).map { start in
        var sum = 0.0
        for index in start..<start + size { sum += Double(power[index]) }
        return sum / Double(size)
      }
    }
  }

  /// Returns the levels with a Hann window, centered on multiples of ``hopSeconds``.
  func decibels(windowSeconds: Double) -> [Double] {
    let half = max(Int(windowSeconds / hopSeconds * 2 + 0.5), 1)
    var window = (0..<2 * half).map { index in
      1 - Exponential.sineAndCosine(cycles: (Double(index) + 0.5) / Double(2 * half)).cosine
    }
    let sum = window.reduce(0, +)
    for index in window.indices { window[index] /= sum }
    return blocks.withUnsafeBufferPointer { blocks in
      window.withUnsafeBufferPointer { window in
        stride(from: 0, to: blocks.count, by: 4).map { center in
          var power = 0.0
          let first = center - half
          for index in max(-first, 0)..<min(2 * half, blocks.count - first) {
            power += window[index] * blocks[first + index]
          }
          return Levels.decibels(power)
        }
      }
    }
  }
}

/// Conversions and statistics of levels.
enum Levels {
  /// Returns a power in decibels, at least −120 dB.
  static func decibels(_ power: Double) -> Double {
    3.0102999566398120 * Exponential.log2(max(power, 1e-12))
  }

  /// Returns the amplitude factor of a gain.
  static func amplitude(_ decibels: Double) -> Double {
    Exponential.exp2(decibels / 6.0205999132796239)
  }

  /// Returns a quantile with linear interpolation; 0 for no values.
  static func quantile(_ values: some Sequence<Double>, _ fraction: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return 0 }
    let position = fraction * Double(sorted.count - 1)
    let index = Int(position)
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (position - Double(index)) * (sorted[index + 1] - sorted[index])
  }

  static func median(_ values: some Sequence<Double>) -> Double { quantile(values, 0.5) }
}
