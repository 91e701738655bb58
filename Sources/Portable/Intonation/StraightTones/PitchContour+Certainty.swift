extension PitchContour {
  /// The disagreement of the partials up to which the pitch is certain, in cents.
  static let disagreementLimitCents = 6.0

  /// Replaces the pitch where it is uncertain (noise of the attack, the end of the tone) by the
  /// mean of the nearest 15 ms where it is certain.
  ///
  /// The pitch is certain if the partials agree within a limit and the level is within 40 dB of the
  /// peak. Returns the certain periods; all if none is.
  mutating func holdUncertain(
    of note: HeldNote, disagreementLimitCents: Double = disagreementLimitCents
  ) -> ClosedRange<Int> {
    let rate = note.sampleRate
    let count = periodCount
    let periodsPerSecond = rate / meanPeriod
    let isCertain = certainPeriods(
      of: note, deviation: max(0.008 * periodsPerSecond, 1), disagreementLimitCents)
    guard let first = isCertain.firstIndex(of: true), let last = isCertain.lastIndex(of: true)
    else { return 0...count - 1 }
    let reach = max(Int(0.015 * periodsPerSecond), 1)
    let before = meanFrequency(first..<min(first + reach, count))
    let after = meanFrequency(max(last - reach + 1, first)..<last + 1)
    for period in stride(from: first - 1, through: 0, by: -1) {
      times[period] = times[period + 1] - 1 / before
    }
    for period in stride(from: last + 1, to: count, by: 1) {
      times[period + 1] = times[period] + 1 / after
    }
    return first...last
  }

  /// Returns the mean frequency of periods in cycles per frame.
  private func meanFrequency(_ periods: Range<Int>) -> Double {
    let periods = periods.clamped(to: 0..<periodCount)
    guard !periods.isEmpty else { return 1 / duration(periodCount - 1) }
    return periods.reduce(0) { $0 + 1 / duration($1) } / Double(periods.count)
  }

  private func certainPeriods(
    of note: HeldNote, deviation: Double, _ disagreementLimitCents: Double
  ) -> [Bool] {
    let half = max(Int(0.75 * meanPeriod), 8)
    let levels = (0..<periodCount).map { period in
      let middle = Int(min(max(0.5 * (times[period] + times[period + 1]), 0), Double(note.extent)))
      return note.power(middle - half..<middle + half)
    }
    var peak = 0.0
    for level in levels { peak = max(peak, level) }
    let certain = (0..<periodCount).map {
      disagreementCents[$0] < disagreementLimitCents && levels[$0] > 1e-4 * peak ? 1.0 : 0
    }
    // More than half of the adjacent periods must be certain too.
    let smooth = GaussianSmoothing(deviation: deviation)
      .smooth(certain, weights: [Double](repeating: 1, count: periodCount))
    return (0..<periodCount).map { certain[$0] == 1 && smooth[$0] > 0.5 }
  }
}
