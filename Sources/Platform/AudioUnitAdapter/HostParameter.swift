package import PeachPlugIn

/// A parameter as `AUParameterTree` declares it.
package struct HostParameter: Hashable, Sendable {
  /// The identifier for hosts, of letters, digits and underscores.
  package let identifier: String
  package let name: String
  package let address: UInt64
  package let range: ClosedRange<Float>
  package let defaultValue: Float
  /// The value of `AudioUnitParameterUnit`.
  package let unitCode: UInt32
  /// The unit's name if ``unitCode`` is that of a custom unit.
  package let unitName: String?
  package let valueNames: [String]
  package let isWritable: Bool
  /// Whether events may ramp the parameter: whether it is a generator.
  package let ramps: Bool

  /// All parameters of the unit, sorted by address.
  package static var all: [HostParameter] { UnitParameter.all.map { HostParameter($0) } }

  package init(_ parameter: UnitParameter) {
    identifier = parameter.identifier
    name = parameter.sf2LibAUIdentifier
    address = parameter.address
    range = parameter.range
    defaultValue = parameter.defaultValue
    (unitCode, unitName) = Self.unit(parameter.unit)
    valueNames = parameter.valueNames
    isWritable = parameter.isWritable
    if case .generator = parameter.kind { ramps = isWritable } else { ramps = false }
  }

  /// Returns the codes of AudioUnitProperties.h, and the names of units that it lacks.
  private static func unit(_ unit: UnitParameter.Unit) -> (code: UInt32, name: String?) {
    switch unit {
    case .number: (0, nil)
    case .indexed: (1, nil)
    case .boolean: (2, nil)
    case .percent: (3, nil)
    case .frames: (5, nil)
    case .hertz: (8, nil)
    case .cents: (9, nil)
    case .semitones: (10, nil)
    case .key: (11, nil)
    case .decibels: (13, nil)
    case .absoluteCents: (20, nil)
    case .coarseFrames: (26, "× 32768 frames")
    case .timecents: (26, "timecents")
    case .timecentsPerKey: (26, "timecents/key")
    case .centsPerKey: (26, "cents/key")
    case .centsPerSecond: (26, "cents/s")
    case .centibels: (26, "cB")
    case .tenthsOfPercent: (26, "‰")
    case .velocity, .integer: (0, nil)
    case .millisecondsPerSemitone: (26, "ms/semitone")
    }
  }
}
