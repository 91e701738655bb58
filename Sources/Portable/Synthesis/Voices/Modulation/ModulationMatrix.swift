/// Evaluates a region's modulators.
enum ModulationMatrix {
  /// Adds the modulators' values to the generators, `values`.
  static func apply(
    _ region: UnsafePointer<PreparedRegion>, inputs: ModulationInputs,
    to values: UnsafeMutablePointer<Float>
  ) {
    let modulators = region.pointee.modulators
    for index in 0..<region.pointee.generatorModulatorCount {
      values[Int(modulators[index].destination)] += modulators[index].value(
        inputs, all: modulators)
    }
  }
}
