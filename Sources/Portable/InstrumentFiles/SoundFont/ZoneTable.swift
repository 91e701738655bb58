public import PeachInstrumentModel

/// All zones of a file's presets, or of its instruments: three flat lists, as in the file
/// (SoundFont 2.04 §7.3 to 7.5 and 7.7 to 7.9).
public struct ZoneTable: Hashable, Sendable {
  /// Where a zone's lists start; they end where the next zone's start.
  public struct Bag: Hashable, Sendable {
    /// The index of the zone's first generator.
    public var generator: UInt16
    /// The index of the zone's first modulator.
    public var modulator: UInt16
  }

  /// A generator as the file has it.
  public struct GeneratorRecord: Hashable, Sendable {
    /// Which generator: ``Generator``'s numbers, or one that is not known.
    public var number: UInt16
    /// Its amount: a signed number, an index, or two bytes of a range.
    public var amount: UInt16

    /// Any generator, known or not, with any amount.
    public init(number: UInt16, amount: UInt16) {
      self.number = number
      self.amount = amount
    }
  }

  /// The zones, and the terminal record at the end: never empty, never decreasing.
  public var bags: [Bag]
  /// The generators of all zones; a terminal record may follow.
  public var generators: [GeneratorRecord]
  /// The modulators of all zones; a terminal record may follow.
  public var modulators: [Modulator]

  /// How many zones there are.
  public var count: Int { bags.count - 1 }

  /// The generators of the zone at `index`, in the file's order.
  public func generators(ofZone index: Int) -> ArraySlice<GeneratorRecord> {
    generators[Int(bags[index].generator)..<Int(bags[index + 1].generator)]
  }

  /// The modulators of the zone at `index`, in the file's order.
  public func modulators(ofZone index: Int) -> ArraySlice<Modulator> {
    modulators[Int(bags[index].modulator)..<Int(bags[index + 1].modulator)]
  }
}
