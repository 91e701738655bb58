package import PeachInstrumentModel

/// The zones of all presets or all instruments, as flat lists (SoundFont 2.04 §7.3–7.5, 7.7–7.9).
package struct ZoneTable: Hashable, Sendable {
  /// The start of a zone's lists, which end at those of the next zone.
  package struct Bag: Hashable, Sendable {
    package var generator: UInt16
    package var modulator: UInt16
  }

  package struct GeneratorRecord: Hashable, Sendable {
    /// The generator number, known or unknown.
    package var number: UInt16
    /// The amount: a signed value, an index, or two bytes of a range.
    package var amount: UInt16
    package var generator: Generator? { Generator(number: number) }
  }

  /// The zones and the terminal record: never empty, never decreasing.
  package var bags: [Bag]
  /// The generators of all zones, and possibly a terminal record.
  package var generators: [GeneratorRecord]
  /// The modulators of all zones, and possibly a terminal record.
  package var modulators: [Modulator]
  package var count: Int { bags.count - 1 }

  package func generators(ofZone index: Int) -> ArraySlice<GeneratorRecord> {
    generators[Int(bags[index].generator)..<Int(bags[index + 1].generator)]
  }

  func modulatorCount(ofZones zones: Range<Int>) -> Int {
    Int(bags[zones.upperBound].modulator) - Int(bags[zones.lowerBound].modulator)
  }

  package func modulators(ofZone index: Int) -> ArraySlice<Modulator> {
    modulators[Int(bags[index].modulator)..<Int(bags[index + 1].modulator)]
  }
}
