/// Something that Peach and another program did in turns, and how much less Peach took.
///
/// The least of several runs counts, of each by itself: other programs on the machine, and a processor
/// that slows down for a while, make runs longer and never shorter.
struct Comparison: Codable {
  var name: String
  /// The other program.
  var other: String
  var unit: String
  /// The least.
  var ours: Double
  var theirs: Double
  /// Theirs divided by ours.
  var ratio: Double
  /// The median of what the pairs' parts make of each other, which tells how much else was going on.
  var medianRatio: Double
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
    ours = Self.rounded(pairs.map(\.ours).min() ?? 0)
    theirs = Self.rounded(pairs.map(\.theirs).min() ?? 0)
    let ratio = Self.rounded(theirs / max(ours, 1e-9))
    self.ratio = ratio
    medianRatio = Self.median(pairs.map { $0.theirs / max($0.ours, 1e-9) })
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
