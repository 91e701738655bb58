import Foundation

/// Measures the pitch of the first second of a note by the phases of its partials, independently of
/// the engine.
///
/// See ``PartialPhases``.
public struct FirstSecond {
  /// The mean over 0.1 to 1 s after the onset, in cents.
  public var mean: Double
  /// The maximum distance of a window of 100 ms from the mean, from 0.05 s to 1 s.
  public var variation: Double
  /// The maximum error of a window of 100 ms, from 0.05 s to 1 s.
  public var largest: Double

  /// Measures a note; `nil` if it is silent or shorter than a second.
  ///
  /// - Parameters:
  ///   - channels: The channels from the note-on, whose powers are added.
  ///   - expected: The frequency relative to which the result is stated, within a quarter tone.
  ///   - partials: The number of partials.
  public init?(
    of channels: [[Float]], above expected: Double, sampleRate: Double, partials: Int = 12
  ) {
    guard let onset = PartialPhases.onset(channels, sampleRate: sampleRate) else { return nil }
    let count = Int(1.05 * sampleRate)
    guard channels.allSatisfy({ $0.count > onset + count }) else { return nil }
    var hertz = expected
    var contour: [Double] = []
    // The second round demodulates at the mean that the first has found.
    for _ in 0..<2 {
      let (values, delay) = PartialPhases.contour(
        channels.map { Array($0[onset..<onset + count]) }, above: hertz, sampleRate: sampleRate,
        partials: partials)
      guard let last = values.indices.last else { return nil }
      contour = (0...Int(1 / PartialPhases.hopSeconds)).map {
        values[min(max($0 - delay, 0), last)]
      }
      contour = contour.map { $0 + 1200 * log2(hertz / expected) }
      let part = contour[Int(0.1 / PartialPhases.hopSeconds)..<Int(1 / PartialPhases.hopSeconds)]
      hertz = expected * exp2(part.reduce(0, +) / Double(part.count) / 1200)
    }
    let mean = 1200 * log2(hertz / expected)
    self.mean = mean
    let length = Int(0.1 / PartialPhases.hopSeconds)
    let weights = (0..<length).map { 1 - cos(2 * .pi * (Double($0) + 0.5) / Double(length)) }
    variation = 0
    largest = 0
    for start in stride(from: length / 2, through: 9 * length, by: length / 2) {
      var sum = 0.0
      for index in 0..<length { sum += weights[index] * contour[start + index] }
      variation = max(variation, abs(sum / Double(length) - mean))
      largest = max(largest, abs(sum / Double(length)))
    }
  }
}
