import PeachInstrumentModel

/// What connections come to: generators and modulators, before region and wave add theirs.
///
/// Documentation/dls.md has the table of conversions.
struct DLSArticulation: Sendable {
  /// Generators; the attenuation may be below zero, which makes a sound louder.
  private(set) var generators = GeneratorValues()
  /// Modulators, the default ones included.
  private(set) var modulators: [Modulator] = []
  /// How many connections have no counterpart.
  private(set) var ignoredCount = 0

  /// The sound of `connections`; where two are the same the last counts.
  init(_ connections: [DLSConnection]) {
    for (generator, value) in DLSUnitConversion.defaults { generators[generator] = value }
    var own: [Modulator] = []
    var keyed: [DLSConnection] = []
    for connection in connections {
      switch DLSConnectionMapping(connection) {
      case .value(let generator, let value): generators[generator] = value
      case .pitch(let cents):
        let parts = DLSUnitConversion.tuning(cents: cents)
        generators[.coarseTune] = parts.semitones
        generators[.fineTune] = parts.cents
      case .keyScaling: keyed.append(connection)
      case .modulator(let modulator): own.append(modulator)
      case .standard: break
      case nil: ignoredCount += 1
      }
    }
    // After the times that they change, wherever they stand.
    for connection in keyed { addKeyScaling(connection) }
    var list = ModulatorList(singles: DLSUnitConversion.defaultModulators)
    list.replace(with: ModulatorList(zone: own[...]))
    modulators = list.flattened
  }

  /// DLS counts keys from 0, in 128 steps; SoundFont from 60, downward, a key at a time.
  private mutating func addKeyScaling(_ connection: DLSConnection) {
    guard case .keyScaling(let scaling, let base) = DLSConnectionMapping(connection) else { return }
    let perKey = DLSUnitConversion.units(connection.scale) * (1.0 / 128)
    generators[scaling] = -perKey
    generators[base] += 60 * perKey
  }
}
