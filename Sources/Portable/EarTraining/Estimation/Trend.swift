/// Which way a threshold goes, and how sure that is.
///
/// A straight line through what each of the last 14 days alone says, weighted by how much it says.
public struct Trend: Equatable, Sendable {
  /// What is said about it.
  public enum Label: UInt8, Equatable, Sendable {
    /// The threshold falls, with a probability above 0.95.
    case improving
    /// Neither is sure.
    case stable
    /// The threshold rises, with a probability above 0.95.
    case declining
  }

  /// How many days are looked at.
  public static var windowDays: Int { 14 }

  /// The change of the threshold's logarithm in a day: −0.01 is one per cent less; 0 without a line.
  public private(set) var slopePerDay = 0.0
  /// The probability that the threshold falls; a half where nothing is known.
  public private(set) var improvingProbability = 0.5

  /// The trend of no days.
  init() {}

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

  /// What is said about it.
  public var label: Label {
    if improvingProbability > 0.95 { return .improving }
    return improvingProbability < 0.05 ? .declining : .stable
  }
}
