/// A value for each generator.
package struct GeneratorValues: Hashable, Sendable {
  private var values: [Float]

  // Shared storage: most values of a bank's tens of thousands of regions are defaults.
  private static let defaults: [Float] = {
    var values = [Float](repeating: 0, count: Generator.tableCount)
    for generator in Generator.allCases {
      values[Int(generator.rawValue)] = generator.defaultValue
    }
    return values
  }()
  private static let ranges: [ClosedRange<Float>] = {
    var ranges = [ClosedRange<Float>](repeating: 0...0, count: Generator.tableCount)
    for generator in Generator.allCases { ranges[Int(generator.rawValue)] = generator.range }
    return ranges
  }()

  /// Creates the default values (SoundFont 2.04 §8.1.3).
  package init() { values = Self.defaults }

  /// The value of a generator, in its unit. NaN sets the default; other values are not clamped.
  package subscript(generator: Generator) -> Float {
    get { values[Int(generator.rawValue)] }
    set {
      let isNumber = newValue == newValue
      values[Int(generator.rawValue)] = isNumber ? newValue : generator.defaultValue
    }
  }

  /// Clamps every value to its valid range.
  package mutating func clamp() {
    let ranges = Self.ranges
    for index in values.indices {
      values[index] = min(max(values[index], ranges[index].lowerBound), ranges[index].upperBound)
    }
  }
}
