import PeachInstrumentModel

/// What a zone says, sorted by the rules of SoundFont 2.04 §7.5 and §7.9.
struct ZoneContents {
  /// The two kinds of zones.
  enum Level {
    case preset, instrument

    /// The generator that names what the zone plays, and after which nothing counts.
    var terminal: Generator { self == .preset ? .instrument : .sampleID }

    /// Whether a generator may be said in such a zone (§8.1.1).
    func allows(_ generator: Generator) -> Bool {
      if generator.isStructural { return generator == terminal }
      if self == .instrument { return true }
      return !generator.isForSamples && generator != .overridingKey
        && generator != .overridingVelocity
    }
  }

  /// Its place in the table.
  let index: Int
  /// What it plays; nil in a global zone.
  private(set) var target: Int?
  private(set) var keyRange: UInt16?
  private(set) var velocityRange: UInt16?
  private(set) var modulators: ModulatorList
  /// A bit for each generator that is said.
  private var said: UInt64 = 0
  private var amounts = [UInt16](repeating: 0, count: Generator.tableCount)

  /// The zone at an index of a table.
  init(_ table: ZoneTable, _ index: Int, _ level: Level) {
    self.index = index
    modulators = ModulatorList(zone: table.modulators(ofZone: index))
    let records = table.generators(ofZone: index)
    for (place, record) in records.enumerated() {
      guard let generator = UInt8(exactly: record.number).flatMap(Generator.init(rawValue:))
      else { continue }
      switch generator {
      case .keyRange where place == 0: keyRange = record.amount
      case .velocityRange where place == 0 || (place == 1 && keyRange != nil):
        velocityRange = record.amount
      case level.terminal:
        target = Int(record.amount)
        return
      default:
        if level.allows(generator) {
          said |= 1 << UInt64(generator.rawValue)
          amounts[Int(generator.rawValue)] = record.amount
        }
      }
    }
  }

  /// Takes over from a global zone what this one does not say (§9.4).
  mutating func inherit(_ global: ZoneContents) {
    keyRange = keyRange ?? global.keyRange
    velocityRange = velocityRange ?? global.velocityRange
    for place in amounts.indices where said >> UInt64(place) & 1 == 0 {
      amounts[place] = global.amounts[place]
    }
    said |= global.said
    var combined = global.modulators
    combined.replace(with: modulators)
    modulators = combined
  }

  /// The amount of a generator that is said; nil where it is not.
  func amount(of generator: Generator) -> Float? {
    guard said >> UInt64(generator.rawValue) & 1 == 1 else { return nil }
    let raw = amounts[Int(generator.rawValue)]
    // Only the two low bits of the modes mean anything (§8.1.2).
    return generator == .sampleModes ? Float(raw & 3) : Float(Int16(bitPattern: raw))
  }

  /// The keys it answers; nil where it answers none.
  var keys: ClosedRange<UInt8>? { ZoneContents.range(keyRange) }

  /// The velocities it answers; nil where it answers none.
  var velocities: ClosedRange<UInt8>? { ZoneContents.range(velocityRange) }

  /// A range as the file has it: low byte, high byte (§8.1.2, generators 43 and 44).
  private static func range(_ amount: UInt16?) -> ClosedRange<UInt8>? {
    guard let amount else { return 0...127 }
    let low = UInt8(truncatingIfNeeded: amount)
    let high = min(UInt8(truncatingIfNeeded: amount >> 8), 127)
    return low <= high ? low...high : nil
  }
}
