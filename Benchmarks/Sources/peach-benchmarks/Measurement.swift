/// Something measured several times, and what its median may be at most.
struct Measurement: Codable {
  var name: String
  var unit: String
  var minimum: Double
  var median: Double
  var runs: Int
  var threshold: Double
  var isWithin: Bool

  init(_ name: String, unit: String, values: [Double], threshold: Double) {
    precondition(!values.isEmpty, "Nothing was measured.")
    let sorted = values.sorted()
    self.name = name
    self.unit = unit
    minimum = Self.rounded(sorted[0])
    median = Self.rounded(sorted[sorted.count / 2])
    runs = sorted.count
    self.threshold = threshold
    isWithin = median <= threshold
  }

  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

/// All that was measured, and on what.
struct Results: Codable {
  var machine: String
  /// How many programs wanted to run in the last minute: above 0.5 or so, times say little.
  var load: Double
  var bank: String
  var measurements: [Measurement]
  var comparisons: [Comparison]

  /// Whether every bound is kept.
  var isWithin: Bool {
    measurements.allSatisfy(\.isWithin) && comparisons.allSatisfy(\.isWithin)
  }

  /// Prints them for a person.
  func printLines(runs: Int) {
    print("\(bank), \(machine), load \(load); median (least) of \(runs) runs")
    for one in measurements {
      let verdict = one.isWithin ? "within" : "OVER"
      print("\(one.name): \(one.median) (\(one.minimum)) \(one.unit), \(verdict) \(one.threshold)")
    }
    for one in comparisons { print(one.line) }
  }
}
