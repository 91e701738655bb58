/// Something that Peach and another program did in turns, and how much less Peach took.
struct Comparison: Codable {
  var name: String
  /// The other program.
  var other: String
  var unit: String
  /// The medians.
  var ours: Double
  var theirs: Double
  /// The median of what the pairs' parts make of each other: theirs divided by ours.
  var ratio: Double
  /// What the least of each make of each other, which is only told: where it is far from the median,
  /// something else was going on.
  var leastRatio: Double
  /// What the ratio must be at least; nil where it is only told.
  var threshold: Double?
  var pairs: Int
  var isWithin: Bool

  /// `pairs` are what Peach took and what the other took, one right after the other.
  init(
    _ name: String, other: String, unit: String, pairs: [(ours: Double, theirs: Double)],
    threshold: Double?
  ) {
    precondition(!pairs.isEmpty, "Nothing was compared.")
    self.name = name
    self.other = other
    self.unit = unit
    ours = Self.median(pairs.map(\.ours))
    theirs = Self.median(pairs.map(\.theirs))
    let ratio = Self.median(pairs.map { $0.theirs / max($0.ours, 1e-9) })
    self.ratio = ratio
    let least = (ours: pairs.map(\.ours).min() ?? 0, theirs: pairs.map(\.theirs).min() ?? 0)
    leastRatio = Self.rounded(least.theirs / max(least.ours, 1e-9))
    self.threshold = threshold
    self.pairs = pairs.count
    isWithin = threshold.map { ratio >= $0 } ?? true
  }

  /// The middle one, of an even number the mean of both.
  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return rounded((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
  }

  /// To three decimals.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  /// One line for a person.
  var line: String {
    "\(name): \(ours) \(unit), \(other) \(theirs) \(unit), \(ratio) times"
      + (threshold.map { (isWithin ? ", at least " : ", BELOW ") + "\($0)" } ?? "")
  }
}
