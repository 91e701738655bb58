import PeachMusicUnits

/// The pitch contour of the first two seconds of a recording from its onset, measured by
/// ``CombEstimator`` in windows of 100 ms (or six periods) every 50 ms. A note plays it at the
/// speed of its key, so that the part that a listener hears in the first second differs from key to
/// key.
public struct SoundingPitch: Hashable, Sendable {
  /// The deviations of the windows from the recording's pitch, in hundredths of a cent.
  var hundredths: [Int16]
  /// The deviation after the last window, in hundredths of a cent: 0 in a loop whose pitch is the
  /// recording's, ``unpitched`` if the recording ends.
  var laterHundredths: Int16

  /// The maximum number of windows.
  static let windowLimit = 40
  static let unpitched = Int16.min

  /// The part of a note that its mean pitch refers to, in seconds from the onset.
  package static let meanSeconds = (first: 0.1, last: 1.0)
  /// The part of a note whose windows are compared with its mean, in seconds from the onset.
  package static let windowSeconds = (first: 0.05, last: 1.0)

  /// The distance of the points at which the contour is averaged, as a fraction of a second as
  /// played.
  private static let points = 36

  init(hundredths: [Int16], laterHundredths: Int16) {
    self.hundredths = hundredths
    self.laterHundredths = laterHundredths
  }

  /// Creates a contour from deviations in cents; `nil` is a window without a pitch.
  ///
  /// - Parameter later: The deviation after the last window; `nil` if the recording ends.
  package init(cents: [Double?], later: Double?) {
    hundredths = cents.map { Self.hundredths($0) }
    laterHundredths = Self.hundredths(later)
  }

  private static func hundredths(_ cents: Double?) -> Int16 {
    guard let cents, abs(cents) < 300 else { return unpitched }
    let value = cents * 100
    return Int16(value + (value < 0 ? -0.5 : 0.5))
  }

  /// The deviation after the last window, in cents; `nil` if the recording ends.
  package var laterCents: Double? {
    laterHundredths == Self.unpitched ? nil : Double(laterHundredths) / 100
  }

  /// Whether any window has a pitch.
  package var isPitched: Bool { hundredths.contains { $0 != Self.unpitched } }

  /// Returns the deviation at a time of the recording from the onset, in cents: interpolated
  /// between the middles of pitched windows; `nil` after the end of the recording, or if there is
  /// no pitched window within 0.15 seconds.
  private func cents(at seconds: Double) -> Double? {
    let first = CombEstimator.windowSeconds / 2
    let position = (seconds - first) / CombEstimator.stepSeconds
    let count = hundredths.count
    guard count > 0, position > -1e6, position < 1e6 else { return nil }
    if position > Double(count) { return laterCents }
    let index = min(max(Int(position), 0), count - 1)
    var before = index
    while before >= 0 && hundredths[before] == Self.unpitched { before -= 1 }
    var after = min(index + 1, count - 1)
    while after < count && hundredths[after] == Self.unpitched { after += 1 }
    let isBefore = before >= 0 && position - Double(before) < 3.5
    let isAfter = after < count && Double(after) - position < 3.5
    guard isBefore || isAfter else { return nil }
    if !isBefore { return Double(hundredths[after]) / 100 }
    if !isAfter || after <= before { return Double(hundredths[before]) / 100 }
    let share = min(max((position - Double(before)) / Double(after - before), 0), 1)
    return (Double(hundredths[before]) * (1 - share) + Double(hundredths[after]) * share) / 100
  }

  /// Returns the mean deviation over 0.1 to 1 s of a note, in cents; `nil` if less than half of it
  /// has a pitch.
  ///
  /// - Parameter speed: The playback speed; 1 for the recording's original pitch.
  package func meanCents(speed: Double) -> Double? {
    let (first, last) = Self.meanSeconds
    var (sum, count, ended) = (0.0, 0, 0)
    for point in 0..<Self.points {
      let share = (Double(point) + 0.5) / Double(Self.points)
      let seconds = (first + (last - first) * share) * speed
      if let cents = cents(at: seconds) {
        sum += cents
        count += 1
      } else if laterCents == nil && seconds > endSeconds {
        ended += 1
      }
    }
    return count > 0 && 2 * count >= Self.points - ended ? sum / Double(count) : nil
  }

  /// Returns the maximum distance of a window of 100 ms from a deviation, in cents, over 0.05 to
  /// 1 s of a note.
  package func largestCents(from mean: Double, speed: Double) -> Double {
    let length = CombEstimator.windowSeconds
    // Averages windows of the recording if those of the note are longer, by the variance of a
    // Hann window.
    let widening = max(speed * speed - 1, 0).squareRoot() * 0.256 * length
    var largest = 0.0
    var start = Self.windowSeconds.first
    while start + length < Self.windowSeconds.last + 0.001 {
      let middle = (start + length / 2) * speed
      if let center = cents(at: middle) {
        let before = cents(at: middle - widening) ?? center
        let after = cents(at: middle + widening) ?? center
        largest = max(largest, abs((before + 2 * center + after) / 4 - mean))
      }
      start += CombEstimator.stepSeconds
    }
    return largest
  }

  /// The end of the last window, in seconds.
  private var endSeconds: Double { CombEstimator.stepSeconds * Double(hundredths.count) }
}
