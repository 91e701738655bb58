import PeachInstrumentModel
import PeachMusicUnits

/// Adds what the modulators say to a region's generators, whenever a source has changed.
enum ModulationMatrix {
  /// Writes the generators as they stand now into `values`, one for each number.
  static func evaluate(
    _ region: UnsafePointer<PreparedRegion>, inputs: ModulationInputs,
    into values: UnsafeMutablePointer<Float>
  ) {
    let generators = region.pointee.generators
    for index in 0..<Generator.tableCount { values[index] = generators[index] }
    let modulators = region.pointee.modulators
    for index in 0..<region.pointee.modulatorCount {
      values[Int(modulators[index].destination)] += modulators[index].value(inputs)
    }
  }
}
