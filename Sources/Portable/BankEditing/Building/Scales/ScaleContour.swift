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
  private static var framesPerPeriod: Double { 8 }
  private static var maxDecimation: Int { 16 }

  /// Measures a channel every `hopFrames` frames.
  ///
  /// - Parameters:
  ///   - keys: The range of pitches, as fractional note numbers.
  init(_ channel: [Float], keys: ClosedRange<Double>, hopFrames: Int, sampleRate: Double) {
    let (low, high) = (Self.hertz(keys.lowerBound), Self.hertz(keys.upperBound))
    let factor = min(max(Int(sampleRate / (Self.framesPerPeriod * high)), 1), Self.maxDecimation)
    let frames = Self.decimated(channel, by: factor)
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

  /// Returns every `factor`th frame after a windowed-sinc low-pass filter.
  private static func decimated(_ channel: [Float], by factor: Int) -> [Double] {
    guard factor > 1 else { return channel.map { Double($0) } }
    let half = 8 * factor
    var kernel = (-half...half).map { index -> Double in
      let phase = 0.9 * Double(index) / Double(factor)
      let window =
        0.5 + 0.5 * Exponential.sineAndCosine(cycles: Double(index) / Double(2 * half + 2)).cosine
      guard index != 0 else { return window }
      let sinc = Exponential.sineAndCosine(cycles: phase / 2).sine / (.pi * phase)
      return window * sinc
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
    func isPeak(_ lag: Int) -> Bool {
      differences[lag] >= differences[lag - 1] && differences[lag] > differences[lag + 1]
    }
    var highest = 0.0
    for lag in lags where isPeak(lag) { highest = max(highest, differences[lag]) }
    guard highest >= minClarity,
      let lag = lags.first(where: { isPeak($0) && differences[$0] >= peakFraction * highest })
    else { return nil }
    let (before, value, after) = (differences[lag - 1], differences[lag], differences[lag + 1])
    let curvature = before - 2 * value + after
    return Double(lag) + (curvature < 0 ? 0.5 * (before - after) / curvature : 0)
  }
}
