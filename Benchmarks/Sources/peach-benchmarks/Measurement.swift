/// A quantity measured several times, and the limit of its median.
struct Measurement: Codable {
  var name: String
  var unit: String
  var minimum: Double
  var median: Double
  var runs: Int
  var threshold: Double
  var meetsTarget: Bool

  init(_ name: String, unit: String, values: [Double], threshold: Double) {
    precondition(!values.isEmpty, "A measurement requires at least one value.")
    let sorted = values.sorted()
    self.name = name
    self.unit = unit
    minimum = Self.rounded(sorted[0])
    median = Self.rounded(sorted[sorted.count / 2])
    runs = sorted.count
    self.threshold = threshold
    meetsTarget = median <= threshold
  }

  /// Returns the value with three decimal places.
  static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

/// The results of all measurements, and the machine.
struct Results: Codable {
  var machine: String
  /// The load average of the last minute. Above 0.5, times are unreliable.
  var load: Double
  var bank: String
  var measurements: [Measurement]
  var comparisons: [Comparison]

  /// Whether all targets are met.
  var meetsTarget: Bool {
    measurements.allSatisfy(\.meetsTarget) && comparisons.allSatisfy(\.meetsTarget)
  }

  /// Prints the results as text.
  func printLines(runs: Int) {
    print("\(bank), \(machine), load \(load); median (minimum) of \(runs) runs")
    for one in measurements {
      let verdict = one.meetsTarget ? "limit" : "EXCEEDS"
      print("\(one.name): \(one.median) (\(one.minimum)) \(one.unit), \(verdict) \(one.threshold)")
    }
    for one in comparisons { print(one.line) }
  }
}
