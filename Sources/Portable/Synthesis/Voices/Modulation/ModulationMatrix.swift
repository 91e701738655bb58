import PeachInstrumentModel
import PeachMusicUnits

/// Adds what the modulators say to a region's generators, whenever a source has changed.
enum ModulationMatrix {
  /// Adds to `values`, one for each generator's number, what the region's modulators make of the
  /// inputs.
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
