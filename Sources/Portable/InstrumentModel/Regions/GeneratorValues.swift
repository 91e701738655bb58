/// A value for each generator.
package struct GeneratorValues: Hashable, Sendable {
  private var values: [Float]

  // Shared storage: most values of a bank's tens of thousands of regions are defaults.
  private static let defaults = (0..<UInt8(Generator.tableCount)).map {
    Generator(rawValue: $0)?.defaultValue ?? 0
  }
  private static let ranges = (0..<UInt8(Generator.tableCount)).map {
    Generator(rawValue: $0)?.range ?? 0...0
  }

  /// Creates the default values (SoundFont 2.04 §8.1.3).
  package init() { values = Self.defaults }

  /// The value of a generator, in its unit. NaN sets the default; other values are not clamped.
  package subscript(generator: Generator) -> Float {
    get { values[Int(generator.rawValue)] }
    set { values[Int(generator.rawValue)] = newValue.isNaN ? generator.defaultValue : newValue }
  }

  /// Clamps every value to its valid range.
  package mutating func clamp() {
    for (index, range) in Self.ranges.enumerated() {
      values[index] = min(max(values[index], range.lowerBound), range.upperBound)
    }
  }
}
