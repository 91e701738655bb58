import PeachInstrumentModel

/// The generators and modulators that result from connections, before region and wave settings.
/// `Documentation/banks/dls.md` lists the conversions.
struct DLSArticulation: Sendable {
  /// The generators. A negative attenuation raises the level.
  private(set) var generators = GeneratorValues()
  /// The modulators, including the default ones.
  let modulators: [Modulator]

  /// Converts connections. Of equal ones the last is used.
  init(_ connections: [DLSConnection]) {
    for (generator, value) in DLSUnitConversion.defaults { generators[generator] = value }
    var own: [Modulator] = []
    var keyScalings: [(scaling: Generator, base: Generator, units: Float)] = []
    for connection in connections {
      switch DLSConnectionMapping(connection) {
      case .value(let generator, let value): generators[generator] = value
      case .pitch(let cents): generators.setTuning(cents: cents)
      case .keyScaling(let scaling, let base):
        keyScalings.append((scaling, base, DLSUnitConversion.units(connection.scale)))
      case .modulator(let modulator): own.append(modulator)
      case .standard, nil: break
      }
    }
    // Key scaling changes times, so it is applied after them regardless of the order in the file.
    // DLS scales from key 0 in 128 steps, SoundFont from key 60 per key with the opposite sign.
    for (scaling, base, units) in keyScalings {
      let perKey = units * (1.0 / 128)
      generators[scaling] = -perKey
      generators[base] += 60 * perKey
    }
    var list = ModulatorList(singles: DLSUnitConversion.defaultModulators)
    list.replace(with: ModulatorList(zone: own[...]))
    modulators = list.flattened
  }
}
