import Foundation

/// Measures the pitch of the first second of a note by the phases of its partials, independently of
/// the engine.
///
/// Each partial is demodulated and low-pass filtered. The phase steps of all partials together are
/// the contour of the pitch, weighted by power and partial number (least squares).
public struct FirstSecond {
  /// The mean over 0.1 to 1 s after the onset, in cents.
  public var mean: Double
  /// The maximum distance of a window of 100 ms from the mean, from 0.05 s to 1 s.
  public var variation: Double

  private static let hopSeconds = 0.005

  /// Measures a note; `nil` if it is silent or shorter than a second.
  ///
  /// - Parameters:
  ///   - channels: The channels from the note-on, whose powers are added.
  ///   - expected: The frequency relative to which the result is stated, within a quarter tone.
  ///   - partials: The number of partials.
  public init?(
    of channels: [[Float]], above expected: Double, sampleRate: Double, partials: Int = 12
  ) {
    guard let onset = Self.onset(channels, sampleRate) else { return nil }
    let count = Int(1.05 * sampleRate)
    guard channels.allSatisfy({ $0.count > onset + count }) else { return nil }
    var hertz = expected
    var contour: [Double] = []
    // The second round demodulates at the mean that the first has found.
    for _ in 0..<2 {
      contour = Self.contour(
        channels.map { Array($0[onset..<onset + count]) }, hertz, sampleRate, partials)
      guard !contour.isEmpty else { return nil }
      contour = contour.map { $0 + 1200 * log2(hertz / expected) }
      let part = contour[Int(0.1 / Self.hopSeconds)..<Int(1 / Self.hopSeconds)]
      hertz = expected * exp2(part.reduce(0, +) / Double(part.count) / 1200)
    }
    let mean = 1200 * log2(hertz / expected)
    self.mean = mean
    let length = Int(0.1 / Self.hopSeconds)
    let weights = (0..<length).map { 1 - cos(2 * .pi * (Double($0) + 0.5) / Double(length)) }
    variation = 0
    for start in stride(from: length / 2, through: 9 * length, by: length / 2) {
      var sum = 0.0
      for index in 0..<length { sum += weights[index] * contour[start + index] }
      variation = max(variation, abs(sum / Double(length) - mean))
    }
  }

  /// Returns the first block of 10 ms within 20 dB of the strongest one.
  private static func onset(_ channels: [[Float]], _ sampleRate: Double) -> Int? {
    let block = Int(0.01 * sampleRate)
    let count = (channels.map(\.count).min() ?? 0) / block
    let levels = (0..<count).map { index in
      channels.reduce(0.0) { sum, channel in
        channel[index * block..<(index + 1) * block].reduce(sum) { $0 + Double($1) * Double($1) }
      }
    }
    guard let peak = levels.max(), peak > 0 else { return nil }
    return levels.firstIndex { $0 > peak / 100 }.map { $0 * block }
  }

  /// Returns the deviation from `hertz` in cents, every 5 ms.
  private static func contour(
    _ channels: [[Float]], _ hertz: Double, _ sampleRate: Double, _ partials: Int
  ) -> [Double] {
    let hop = Int(hopSeconds * sampleRate)
    // A Hann window of m periods has its zeros at the other partials, from m = 2 on.
    let periods = max(2, (0.02 * hertz).rounded())
    let length = Int((periods / hertz * sampleRate).rounded())
    let window = (0..<length).map { 1 - cos(2 * .pi * (Double($0) + 0.5) / Double(length)) }
    let steps = ((channels.map(\.count).min() ?? 0) - length) / hop
    guard steps > 1 else { return [] }
    var (upper, lower) = (
      [Double](repeating: 0, count: steps), [Double](repeating: 0, count: steps)
    )
    let last = max(min(partials, Int(min(5_000, 0.4 * sampleRate) / hertz)), 1)
    for channel in channels {
      for number in 1...last {
        let turn = 2 * .pi * Double(number) * hertz / sampleRate
        let cosines = (0..<length).map { window[$0] * cos(turn * Double($0)) }
        let sines = (0..<length).map { window[$0] * sin(turn * Double($0)) }
        var before: (real: Double, imaginary: Double)?
        for step in 0..<steps {
          var (x, y) = (0.0, 0.0)
          for index in 0..<length {
            let value = Double(channel[step * hop + index])
            x += value * cosines[index]
            y -= value * sines[index]
          }
          if let before {
            // The phase step without that of the carrier.
            let real = x * before.real + y * before.imaginary
            let imaginary = y * before.real - x * before.imaginary
            let angle = (atan2(imaginary, real) - turn * Double(hop))
              .remainder(dividingBy: 2 * .pi)
            let power = (real * real + imaginary * imaginary).squareRoot()
            upper[step] += power * Double(number) * angle
            lower[step] += power * Double(number * number)
          }
          before = (x, y)
        }
      }
    }
    (upper[0], lower[0]) = (upper[1], lower[1])
    // The windows' middles are later than their starts.
    let shift = length / (2 * hop)
    let perRadian = 1200 / log(2) * sampleRate / (2 * .pi * hertz * Double(hop))
    let values = (0..<steps).map { lower[$0] > 0 ? perRadian * upper[$0] / lower[$0] : 0 }
    let count = Int(1 / hopSeconds) + 1
    return (0..<count).map { values[min(max($0 - shift, 0), steps - 1)] }
  }
}
