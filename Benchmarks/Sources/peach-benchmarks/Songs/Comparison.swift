/// Interleaved measurements of Peach and a reference, and Peach's speed-up.
struct Comparison: Codable {
  var name: String
  /// The name of the reference.
  var other: String
  var unit: String
  /// The median value of Peach.
  var peach: Double
  /// The median value of the reference.
  var reference: Double
  /// The median of the pairs' ratios: the reference's value divided by Peach's.
  var ratio: Double
  /// The ratio of the minima, which has no limit. A large difference from ``ratio`` indicates
  /// interference by other programs.
  var ratioOfMinima: Double
  /// The required ratio; `nil` if the comparison has no target.
  var threshold: Double?
  var pairs: Int
  var meetsTarget: Bool

  /// Creates a comparison of pairs that were measured back to back.
  init(
    _ name: String, other: String, unit: String, pairs: [(peach: Double, reference: Double)],
    threshold: Double?
  ) {
    precondition(!pairs.isEmpty, "A comparison requires at least one pair.")
    self.name = name
    self.other = other
    self.unit = unit
    peach = Self.median(pairs.map(\.peach))
    reference = Self.median(pairs.map(\.reference))
    let ratio = Self.median(pairs.map { $0.reference / max($0.peach, 1e-9) })
    self.ratio = ratio
    let (minimum, referenceMinimum) = (
      pairs.map(\.peach).min() ?? 0, pairs.map(\.reference).min() ?? 0
    )
    ratioOfMinima = Measurement.rounded(referenceMinimum / max(minimum, 1e-9))
    self.threshold = threshold
    self.pairs = pairs.count
    meetsTarget = threshold.map { ratio >= $0 } ?? true
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return Measurement.rounded((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
  }

  /// The comparison as a line of text.
  var line: String {
    "\(name): \(peach) \(unit), \(other) \(reference) \(unit), speed-up \(ratio)"
      + (threshold.map { (meetsTarget ? ", required " : ", BELOW ") + "\($0)" } ?? "")
  }
}
