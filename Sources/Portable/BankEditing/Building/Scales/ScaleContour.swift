import PeachMusicUnits

/// The pitch of a recorded scale over time, within a range of keys: the first high peak of the
/// normalized square difference (McLeod and Wyvill, "A Smarter Way to Find Pitch", 2005).
struct ScaleContour {
  /// The pitch of each frame as a fractional MIDI note number; `nil` without a pitch.
  private(set) var keys: [Double?] = []

  /// The periodicity above which a frame has a pitch, 0…1.
  private static var minClarity: Double { 0.55 }
  /// The fraction of the highest peak above which an earlier peak is the period.
  private static var peakFraction: Double { 0.93 }
  private static var framesPerPeriod: Double { 16 }
  /// The number of partials of the highest pitch that are kept. Others have peaks narrower than the
  /// distance of lags.
  private static var partialCount: Double { 3.2 }
  private static var maxDecimation: Int { 16 }

  /// Measures a channel every `hopFrames` frames.
  ///
  /// - Parameters:
  ///   - keys: The range of pitches, as fractional note numbers.
  init(_ channel: [Float], keys: ClosedRange<Double>, hopFrames: Int, sampleRate: Double) {
    let (low, high) = (Self.hertz(keys.lowerBound), Self.hertz(keys.upperBound))
    let factor = min(max(Int(sampleRate / (Self.framesPerPeriod * high)), 1), Self.maxDecimation)
    let frames = Self.decimated(
      channel, by: factor, cutoff: min(Self.partialCount * high / sampleRate, 0.45))
    let rate = sampleRate / Double(factor)
    let count = max(Int(max(0.04, 3 / low) * rate), 4)
    let longest = Int(rate / low) + 2
    let shortest = max(Int(rate / high), 2)
    guard shortest < longest else { return }
    var sums = [0.0]
    sums.reserveCapacity(frames.count + 1)
    for frame in frames { sums.append(sums[sums.count - 1] + frame * frame) }
    let size = count + longest + 2
    var differences = [Double](repeating: 0, count: longest + 2)
    self.keys = stride(from: 0, to: channel.count, by: hopFrames).map { center in
      let first = center / factor - size / 2
      guard first >= 0, first + size <= frames.count else { return nil }
      Self.compare(frames, sums, first, count, from: shortest - 1, into: &differences)
      return Self.period(differences, in: shortest...longest).map { period in
        FrequencyCalculation.noteNumber(frequency: .hertz(rate / period))
      }
    }
  }

  private static func hertz(_ key: Double) -> Double {
    FrequencyCalculation.frequency(noteNumber: key).hertz
  }

  /// Returns every `factor`th frame after a windowed-sinc low-pass filter, whose cutoff is in
  /// cycles per frame.
  private static func decimated(_ channel: [Float], by factor: Int, cutoff: Double) -> [Double] {
    let half = Int(4 / cutoff)
    var kernel = (-half...half).map { index -> Double in
      let window =
        0.5 + 0.5 * Exponential.sineAndCosine(cycles: Double(index) / Double(2 * half + 2)).cosine
      guard index != 0 else { return window }
      let cycles = cutoff * Double(index)
      return window * Exponential.sineAndCosine(cycles: cycles).sine / (2 * .pi * cycles)
    }
    let sum = kernel.reduce(0, +)
    for index in kernel.indices { kernel[index] /= sum }
    return channel.withUnsafeBufferPointer { frames in
      stride(from: 0, to: frames.count, by: factor).map { center in
        var value = 0.0
        let first = center - half
        for tap in max(-first, 0)..<min(kernel.count, frames.count - first) {
          value += kernel[tap] * Double(frames[first + tap])
        }
        return value
      }
    }
  }

  /// Computes the normalized square difference for lags from `shortest` on, −1…1.
  private static func compare(
    _ frames: [Double], _ sums: [Double], _ first: Int, _ count: Int, from shortest: Int,
    into differences: inout [Double]
  ) {
    frames.withUnsafeBufferPointer { frames in
      let own = sums[first + count] - sums[first]
      for lag in shortest..<differences.count {
        var product = 0.0
        for index in first..<first + count { product += frames[index] * frames[index + lag] }
        let energy = own + sums[first + lag + count] - sums[first + lag]
        differences[lag] = 2 * product / max(energy, 1e-15)
      }
    }
  }

  private static func period(_ differences: [Double], in lags: ClosedRange<Int>) -> Double? {
    let peaks = lags.filter { lag in
      differences[lag] >= differences[lag - 1] && differences[lag] > differences[lag + 1]
    }.map { interpolated(differences, $0) }
    let highest = peaks.reduce(0) { max($0, $1.value) }
    guard highest >= minClarity else { return nil }
    return peaks.first { $0.value >= peakFraction * highest }?.lag
  }

  /// Returns the vertex of a parabola through a peak and its neighbors.
  private static func interpolated(
    _ differences: [Double], _ lag: Int
  ) -> (lag: Double, value: Double) {
    let (before, value, after) = (differences[lag - 1], differences[lag], differences[lag + 1])
    let curvature = before - 2 * value + after
    guard curvature < 0 else { return (Double(lag), value) }
    let offset = 0.5 * (before - after) / curvature
    return (Double(lag) + offset, value - 0.25 * (before - after) * offset)
  }
}
