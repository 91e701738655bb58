import PeachInstrumentModel

/// The generators and modulators that result from connections, before region and wave settings.
///
/// `Documentation/dls.md` lists the conversions.
struct DLSArticulation: Sendable {
  /// The generators. A negative attenuation raises the level.
  private(set) var generators = GeneratorValues()
  /// The modulators, including the default ones.
  private(set) var modulators: [Modulator] = []

  /// Converts connections. Of equal ones the last is used.
  init(_ connections: [DLSConnection]) {
    for (generator, value) in DLSUnitConversion.defaults { generators[generator] = value }
    var own: [Modulator] = []
    var keyed: [DLSConnection] = []
    for connection in connections {
      switch DLSConnectionMapping(connection) {
      case .value(let generator, let value): generators[generator] = value
      case .pitch(let cents): generators.setTuning(cents: cents)
      case .keyScaling: keyed.append(connection)
      case .modulator(let modulator): own.append(modulator)
      case .standard, nil: break
      }
    }
    // Key scaling changes times, so it is applied after them regardless of the order in the file.
    for connection in keyed { addKeyScaling(connection) }
    var list = ModulatorList(singles: DLSUnitConversion.defaultModulators)
    list.replace(with: ModulatorList(zone: own[...]))
    modulators = list.flattened
  }

  /// Adds the key scaling of a time. DLS scales from key 0 in 128 steps, SoundFont from key 60 per
  /// key with the opposite sign.
  private mutating func addKeyScaling(_ connection: DLSConnection) {
    guard case .keyScaling(let scaling, let base) = DLSConnectionMapping(connection) else { return }
    let perKey = DLSUnitConversion.units(connection.scale) * (1.0 / 128)
    generators[scaling] = -perKey
    generators[base] += 60 * perKey
  }
}
