package import PeachInstrumentModel

/// The contents of a zone by the rules of SoundFont 2.04 §7.5 and §7.9.
package struct ZoneContents {
  package enum Level {
    case preset, instrument

    /// The generator that refers to the zone's instrument or sample. Later generators are ignored.
    package var terminal: Generator { self == .preset ? .instrument : .sampleID }

    /// Whether a generator may occur in such a zone (§8.1.1).
    package func allows(_ generator: Generator) -> Bool {
      if generator.isStructural { return generator == terminal }
      if self == .instrument { return true }
      return !generator.isForSamples && generator != .overridingKey
        && generator != .overridingVelocity
    }
  }

  let index: Int
  /// The index of the instrument or sample; `nil` in a global zone.
  private(set) var target: Int?
  private(set) var keyRange: UInt16?
  private(set) var velocityRange: UInt16?
  private(set) var modulators: ModulatorList
  /// A bit mask of the generators that are set.
  private var setGenerators: UInt64 = 0
  private var amounts = [UInt16](repeating: 0, count: Generator.tableCount)

  init(_ table: ZoneTable, _ index: Int, _ level: Level) {
    self.index = index
    modulators = ModulatorList(zone: table.modulators(ofZone: index))
    let records = table.generators(ofZone: index)
    for (position, record) in records.enumerated() {
      guard let generator = record.generator else { continue }
      switch generator {
      case .keyRange where position == 0: keyRange = record.amount
      case .velocityRange where position == 0 || (position == 1 && keyRange != nil):
        velocityRange = record.amount
      case level.terminal:
        target = Int(record.amount)
        return
      default:
        if level.allows(generator) {
          setGenerators |= 1 << UInt64(generator.rawValue)
          amounts[Int(generator.rawValue)] = record.amount
        }
      }
    }
  }

  /// Adopts what a global zone sets and this one does not (§9.4).
  mutating func inherit(_ global: ZoneContents) {
    keyRange = keyRange ?? global.keyRange
    velocityRange = velocityRange ?? global.velocityRange
    for number in amounts.indices where setGenerators >> UInt64(number) & 1 == 0 {
      amounts[number] = global.amounts[number]
    }
    setGenerators |= global.setGenerators
    var combined = global.modulators
    combined.replace(with: modulators)
    modulators = combined
  }

  /// Returns the amount of a generator, or `nil` if it is not set.
  func amount(of generator: Generator) -> Float? {
    guard setGenerators >> UInt64(generator.rawValue) & 1 == 1 else { return nil }
    let raw = amounts[Int(generator.rawValue)]
    // Only the low two bits of the sample modes are defined (§8.1.2).
    return generator == .sampleModes ? Float(raw & 3) : Float(Int16(bitPattern: raw))
  }

  // The ranges; `nil` if they are empty.
  var keys: ClosedRange<UInt8>? { keyRange.map(ZoneContents.range) ?? 0...127 }
  var velocities: ClosedRange<UInt8>? { velocityRange.map(ZoneContents.range) ?? 0...127 }

  /// Decodes a range, low byte first (§8.1.2, generators 43 and 44); `nil` if it is empty.
  static func range(_ amount: UInt16) -> ClosedRange<UInt8>? {
    let low = UInt8(truncatingIfNeeded: amount)
    let high = min(UInt8(truncatingIfNeeded: amount >> 8), 127)
    return low <= high ? low...high : nil
  }
}
