public import PeachInstrumentModel

/// The zones of all presets or all instruments, as flat lists (SoundFont 2.04 §7.3 to 7.5 and 7.7
/// to 7.9).
public struct ZoneTable: Hashable, Sendable {
  /// The start of a zone's lists, which end at those of the next zone.
  public struct Bag: Hashable, Sendable {
    /// The index of the zone's first generator.
    public var generator: UInt16
    /// The index of the zone's first modulator.
    public var modulator: UInt16
  }

  /// A generator record.
  public struct GeneratorRecord: Hashable, Sendable {
    /// The generator number, known or unknown.
    public var number: UInt16
    /// The amount: a signed value, an index, or two bytes of a range.
    public var amount: UInt16
    /// The generator; `nil` if the number is unknown.
    package var generator: Generator? { Generator(number: number) }

    /// Creates a record.
    public init(number: UInt16, amount: UInt16) {
      self.number = number
      self.amount = amount
    }
  }

  /// The zones and the terminal record: never empty, never decreasing.
  public var bags: [Bag]
  /// The generators of all zones, and possibly a terminal record.
  public var generators: [GeneratorRecord]
  /// The modulators of all zones, and possibly a terminal record.
  public var modulators: [Modulator]

  /// The number of zones.
  public var count: Int { bags.count - 1 }

  /// Returns the generators of a zone in the file's order.
  public func generators(ofZone index: Int) -> ArraySlice<GeneratorRecord> {
    generators[Int(bags[index].generator)..<Int(bags[index + 1].generator)]
  }

  /// Returns the number of modulators of consecutive zones.
  func modulatorCount(ofZones zones: Range<Int>) -> Int64 {
    Int64(bags[zones.upperBound].modulator) - Int64(bags[zones.lowerBound].modulator)
  }

  /// Returns the modulators of a zone in the file's order.
  public func modulators(ofZone index: Int) -> ArraySlice<Modulator> {
    modulators[Int(bags[index].modulator)..<Int(bags[index + 1].modulator)]
  }
}
