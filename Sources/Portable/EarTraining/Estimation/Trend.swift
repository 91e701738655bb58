/// The trend of the threshold: a line fitted to the last 14 days, weighted by their precision.
public struct Trend: Equatable, Sendable {
  /// The direction of a trend.
  public enum Label: UInt8, Equatable, Sendable {
    /// The threshold falls with a probability above 0.95.
    case improving
    /// Neither direction is certain.
    case stable
    /// The threshold rises with a probability above 0.95.
    case declining
  }

  /// The number of days considered.
  public static var windowDays: Int { 14 }

  /// The daily change of the log threshold: −0.01 is a decrease by 1 %. 0 if it is unknown.
  public private(set) var slopePerDay = 0.0
  /// The probability that the threshold falls; 0.5 if it is unknown.
  public private(set) var improvingProbability = 0.5

  init(_ days: [LevelHistory.Day]) {
    guard let last = days.last else { return }
    var (sum, first, second, value, product) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var count = 0
    for day in days.reversed() {
      let time = Double(day.day - last.day)
      if day.day <= last.day - Self.windowDays { break }
      let (precision, information) = day.evidence
      guard precision > 1e-3 else { continue }
      count += 1
      sum += precision
      first += precision * time
      second += precision * time * time
      value += information
      product += information * time
    }
    let spread = sum * second - first * first
    guard count >= 3, spread > 0 else { return }
    slopePerDay = (sum * product - first * value) / spread
    let deviation = (sum / spread).squareRoot()
    improvingProbability = NormalDistribution.cumulative(-slopePerDay / deviation)
  }

  /// The direction.
  public var label: Label {
    if improvingProbability > 0.95 { return .improving }
    return improvingProbability < 0.05 ? .declining : .stable
  }
}
