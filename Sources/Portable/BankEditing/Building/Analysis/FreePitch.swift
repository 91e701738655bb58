import PeachIntonation
import PeachMusicUnits

/// The pitch of a recording without a nominal pitch, by the normalized square difference of nine
/// segments (McLeod and Wyvill, "A Smarter Way to Find Pitch", 2005).
struct FreePitch: Hashable, Sendable {
  let hertz: Double
  /// The periodicity, 0…1.
  let clarity: Double

  /// The pitch as a fractional MIDI note number.
  var noteNumber: Double { FrequencyCalculation.noteNumber(frequency: .hertz(hertz)) }

  fileprivate static var range: ClosedRange<Double> { 25...4500 }
  fileprivate static var segmentSeconds: Double { 0.16 }
  fileprivate static var segmentCount: Int { 9 }
}

/// Measures pitches without nominal pitches. Reuses tables. Use on one thread at a time.
final class FreePitchEstimator {
  private var transform: FourierTransform?
  private var frames: [Double] = []
  private var power: [Double] = []

  /// Returns `nil` if no segment has a pitch.
  func measure(
    _ channel: [Float], levels: [Double], hopFrames: Int, sampleRate: Double
  ) -> FreePitch? {
    let loud = Levels.quantile(levels, 0.98) - 12
    guard let first = levels.firstIndex(where: { $0 > loud }),
      let last = levels.lastIndex(where: { $0 > loud })
    else { return nil }
    let (start, end) = (first * hopFrames, min((last + 1) * hopFrames, channel.count))
    let count = min(Int(FreePitch.segmentSeconds * sampleRate), channel.count)
    guard count >= 64 else { return nil }
    prepare(count)
    var estimates: [(hertz: Double, clarity: Double)] = []
    for index in 0..<FreePitch.segmentCount {
      let fraction = 0.1 + 0.6 * Double(index) / Double(FreePitch.segmentCount - 1)
      let position = start + Int(Double(end - start) * fraction)
      guard position + count <= channel.count || index == 0 else { continue }
      let segment = min(position, channel.count - count)
      if let found = estimate(channel, segment, count, sampleRate) { estimates.append(found) }
    }
    guard !estimates.isEmpty else { return nil }
    return FreePitch(
      hertz: Levels.median(estimates.map { $0.hertz }),
      clarity: Levels.median(estimates.map { $0.clarity }))
  }

  private func prepare(_ count: Int) {
    var logarithm = 3
    while 1 << logarithm < 2 * count { logarithm += 1 }
    if transform?.count != 1 << logarithm { transform = FourierTransform(logarithm: logarithm) }
    frames = [Double](repeating: 0, count: 1 << logarithm)
    power = [Double](repeating: 0, count: 1 << logarithm)
  }

  private func estimate(
    _ channel: [Float], _ first: Int, _ count: Int, _ sampleRate: Double
  ) -> (hertz: Double, clarity: Double)? {
    guard let transform else { return nil }
    // Removes frequencies below 20 Hz, which are no pitch.
    var filter = Biquad.highPass(hertz: min(20, 0.1 * sampleRate), quality: 0.7071, sampleRate)
    for index in frames.indices { frames[index] = 0 }
    for index in max(first - count / 4, 0)..<first + count {
      let value = filter.process(Double(channel[index]))
      if index >= first { frames[index - first] = value }
    }
    let segment = frames
    // The power spectrum is even, so that its transform is the autocorrelation.
    transform.power(of: segment, into: &power)
    let size = transform.count
    power[size / 2] = 0
    for index in 1..<size / 2 { power[size - index] = power[index] }
    let spectrum = power
    var imaginary = [Double](repeating: 0, count: size / 2)
    transform.spectrum(of: spectrum, real: &frames, imaginary: &imaginary)
    let differences = Self.normalized(segment, frames, count, size)
    return Self.pitch(differences, sampleRate)
  }

  /// Returns the normalized square difference for lags up to half the segment, −1…1.
  private static func normalized(
    _ segment: [Double], _ correlation: [Double], _ count: Int, _ size: Int
  ) -> [Double] {
    var sums = [0.0]
    sums.reserveCapacity(count + 1)
    for index in 0..<count { sums.append(sums[index] + segment[index] * segment[index]) }
    return (0..<count / 2).map { lag in
      let energy = sums[count - lag] + sums[count] - sums[lag]
      return 2 * correlation[lag] / Double(size) / max(energy, 1e-12)
    }
  }

  /// Returns the first peak that is nearly as high as the highest one.
  private static func pitch(
    _ differences: [Double], _ sampleRate: Double
  ) -> (hertz: Double, clarity: Double)? {
    let last = min(Int(sampleRate / FreePitch.range.lowerBound), differences.count - 2)
    let negative = differences.firstIndex { $0 < 0 } ?? 1
    let first = max(Int(sampleRate / FreePitch.range.upperBound), negative, 1)
    guard first < last else { return nil }
    let peaks = (first..<last).filter { index in
      let value = differences[index]
      return value > 0.3 && value > differences[index - 1] && value >= differences[index + 1]
    }
    let highest = peaks.reduce(0) { max($0, differences[$1]) }
    guard let peak = peaks.first(where: { differences[$0] >= 0.92 * highest }) else { return nil }
    let (before, value, after) = (differences[peak - 1], differences[peak], differences[peak + 1])
    let curvature = before - 2 * value + after
    let offset = curvature < 0 ? 0.5 * (before - after) / curvature : 0
    return (sampleRate / (Double(peak) + offset), min(value, 1))
  }
}
