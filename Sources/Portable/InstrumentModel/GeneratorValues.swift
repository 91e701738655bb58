/// A value for each generator.
public struct GeneratorValues: Hashable, Sendable {
  private var values: [Float]

  /// Every generator at its default (SoundFont 2.04 §8.1.3).
  public init() {
    values = [Float](repeating: 0, count: Generator.tableCount)
    for generator in Generator.allCases { self[generator] = generator.defaultValue }
  }

  /// The value of one generator, in its unit; what is set is kept as it is, NaN as the default.
  public subscript(generator: Generator) -> Float {
    get { values[Int(generator.rawValue)] }
    set {
      let isNumber = newValue == newValue
      values[Int(generator.rawValue)] = isNumber ? newValue : generator.defaultValue
    }
  }

  /// Brings every value into its useful range.
  public mutating func clamp() {
    for generator in Generator.allCases {
      let range = generator.range
      self[generator] = min(max(self[generator], range.lowerBound), range.upperBound)
    }
  }
}
