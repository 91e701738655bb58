/// The mean and the spread of errors in cents.
///
/// ```swift
/// var errors = ErrorStatistics()
/// for cents in [1.0, -2, 4] { errors.add(cents) }
/// (errors.mean, errors.deviation, errors.meanMagnitude)  // (1, 3, 2.33…)
/// ```
public struct ErrorStatistics: Hashable, Sendable {
  /// The number of errors.
  public private(set) var count = 0
  private var sum = 0.0
  private var squares = 0.0
  private var magnitudes = 0.0

  /// Creates statistics without errors.
  public init() {}

  /// Adds an error.
  public mutating func add(_ cents: Double) {
    count += 1
    sum += cents
    squares += cents * cents
    magnitudes += cents.magnitude
  }

  /// The mean in cents, positive if sharp; 0 without errors.
  public var mean: Double { count > 0 ? sum / Double(count) : 0 }

  /// The mean of the errors without their signs.
  public var meanMagnitude: Double { count > 0 ? magnitudes / Double(count) : 0 }

  /// The standard deviation of the sample; `nil` with fewer than two errors.
  public var deviation: Double? {
    guard count > 1 else { return nil }
    return (max(squares - sum * mean, 0) / Double(count - 1)).squareRoot()
  }
}
