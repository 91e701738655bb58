/// The trend of the threshold: a line fitted to the last 14 days, weighted by their precision.
public struct Trend: Equatable, Sendable {
  /// The direction of a trend.
  public enum Label: UInt8, Equatable, Sendable {
    /// Too few days, or the credible interval of the change is too wide.
    case uncertain
    /// The threshold falls with a probability above 0.95.
    case improving
    /// The 95 % credible interval of the change is within a factor of 4/3 in both directions.
    case stable
    /// The threshold rises with a probability above 0.95.
    case declining
  }

  /// The number of days considered.
  public static var windowDays: Int { 14 }
  /// The minimum number of days from the first to the last one.
  static var minimumSpanDays: Int { 4 }
  /// The maximum factor of a change that counts as none.
  static var stableFactor: Double { 4.0 / 3 }

  /// The daily change of the log threshold: −0.01 is a decrease by 1 %. 0 if it is unknown.
  public private(set) var slopePerDay = 0.0
  /// The probability that the threshold falls; 0.5 if it is unknown.
  public private(set) var improvingProbability = 0.5
  /// The number of days from the first to the last one; 0 if the trend is unknown.
  public private(set) var spanDays = 0
  /// The standard deviation of ``slopePerDay``.
  private var slopeDeviation = Double.infinity

  init(_ days: [LevelHistory.Day]) {
    guard let last = days.last else { return }
    var (sum, first, second, value, product) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (count, latest, earliest) = (0, last.day, last.day)
    for day in days.reversed() {
      let time = Double(day.day - last.day)
      if day.day <= last.day - Self.windowDays { break }
      let (precision, information) = day.evidence
      guard precision > 1e-3 else { continue }
      if count == 0 { latest = day.day }
      earliest = day.day
      count += 1
      sum += precision
      first += precision * time
      second += precision * time * time
      value += information
      product += information * time
    }
    let spread = sum * second - first * first
    guard count >= 3, spread > 0 else { return }
    spanDays = latest - earliest
    slopePerDay = (sum * product - first * value) / spread
    slopeDeviation = (sum / spread).squareRoot()
    improvingProbability = NormalDistribution.cumulative(-slopePerDay / slopeDeviation)
  }

  /// The relative change of the threshold over ``spanDays``, with its 95 % credible interval;
  /// `nil` if it is unknown.
  public var change: (factor: Double, band: ClosedRange<Double>)? {
    guard spanDays > 0 else { return nil }
    let days = Double(spanDays)
    let (mean, reach) = (slopePerDay * days, 1.959963984540054 * slopeDeviation * days)
    return (Natural.exp(mean), Natural.exp(mean - reach)...Natural.exp(mean + reach))
  }

  /// The direction.
  public var label: Label {
    guard spanDays >= Self.minimumSpanDays, let change else { return .uncertain }
    if improvingProbability > 0.95 { return .improving }
    if improvingProbability < 0.05 { return .declining }
    let isSmall =
      change.band.lowerBound >= 1 / Self.stableFactor
      && change.band.upperBound <= Self.stableFactor
    return isSmall ? .stable : .uncertain
  }
}
