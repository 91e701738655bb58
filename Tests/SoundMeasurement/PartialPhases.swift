import Foundation

/// Measures the pitch contour of a harmonic tone by the phases of its partials, independently of
/// the engine.
///
/// Each partial is demodulated and low-pass filtered. The phase steps of all partials together are
/// the contour, weighted by power and partial number (least squares).
public enum PartialPhases {
  /// The distance of two values of a contour.
  static let hopSeconds = 0.005

  /// Returns the mean pitch of a part of a tone in cents above `expected`, which may be a quarter
  /// tone off; `nil` if the part is silent or too short.
  ///
  /// - Parameters:
  ///   - channels: The channels, whose powers are added.
  ///   - first: The start of the part, in seconds.
  ///   - last: The end of the part, in seconds.
  ///   - partials: The maximum number of partials.
  public static func meanCents(
    of channels: [[Float]], from first: Double, to last: Double, above expected: Double,
    sampleRate: Double, partials: Int = 12
  ) -> Double? {
    let range = Int(first * sampleRate)..<Int(last * sampleRate)
    guard channels.allSatisfy({ range.upperBound <= $0.count }) else { return nil }
    let parts = channels.map { Array($0[range]) }
    guard parts.contains(where: { Level.peak($0[...]) > 0 }) else { return nil }
    var cents = 0.0
    // The second round demodulates at the mean that the first has found.
    for _ in 0..<2 {
      let (values, _) = contour(
        parts, above: expected * exp2(cents / 1200), sampleRate: sampleRate, partials: partials)
      guard !values.isEmpty else { return nil }
      cents += values.reduce(0, +) / Double(values.count)
    }
    return cents
  }

  /// Returns the contour of a part of a tone in cents above `expected`, every 5 ms from 5 ms after
  /// `first` plus half a window on, of 20 ms or two periods; see
  /// ``meanCents(of:from:to:above:sampleRate:partials:)``.
  ///
  /// Few partials suit a strong vibrato, which higher partials carry across the window's main lobe.
  public static func contour(
    of channel: [Float], from first: Double, to last: Double, above expected: Double,
    sampleRate: Double, partials: Int
  ) -> [Double] {
    let range = Int(first * sampleRate)..<Int(last * sampleRate)
    guard range.upperBound <= channel.count else { return [] }
    return contour(
      [Array(channel[range])], above: expected, sampleRate: sampleRate, partials: partials
    ).cents
  }

  /// Returns the first block of 10 ms within 20 dB of the strongest one, in frames.
  public static func onset(_ channels: [[Float]], sampleRate: Double) -> Int? {
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

  /// Returns the deviation from `hertz` in cents every 5 ms, and the delay from the start of a
  /// window to its center, in values.
  static func contour(
    _ channels: [[Float]], above hertz: Double, sampleRate: Double, partials: Int
  ) -> (cents: [Double], delay: Int) {
    let hop = Int(hopSeconds * sampleRate)
    // A Hann window of m periods has its zeros at the other partials, from m = 2 on.
    let periods = max(2, (0.02 * hertz).rounded())
    let length = Int((periods / hertz * sampleRate).rounded())
    let window = (0..<length).map { 1 - cos(2 * .pi * (Double($0) + 0.5) / Double(length)) }
    let steps = ((channels.map(\.count).min() ?? 0) - length) / hop
    guard steps > 1 else { return ([], 0) }
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
    let perRadian = 1200 / log(2) * sampleRate / (2 * .pi * hertz * Double(hop))
    let values = (0..<steps).map { lower[$0] > 0 ? perRadian * upper[$0] / lower[$0] : 0 }
    return (values, length / (2 * hop))
  }
}
