package import PeachInstrumentModel

/// The rules for modulators: one with an unknown field is ignored (SoundFont 2.04 §7.4, 8.2, 8.3).
extension Modulator {
  /// Whether the source is a link (§8.2.1: general controller 127).
  package var isFedByLink: Bool { source & 0xFF == 127 }

  /// The linked modulator's index in the zone (§9.5.4); `nil` if the destination is a generator.
  package var linkTarget: Int? { destination & 0x8000 == 0 ? nil : Int(destination & 0x7FFF) }

  /// Whether all fields except links are known.
  package var isKnown: Bool {
    Modulator.isKnown(source) && Modulator.isKnown(amountSource)
      && amountSource & 0xFF != 127  // §8.2.1: a link cannot be the amount source
      && (transform == 0 || transform == 2)
      && (linkTarget != nil || Modulator.isValueGenerator(destination))
  }

  /// Returns the modulator with another link, which `index` returns for its target if it has one.
  func relinked(_ index: (_ target: Int) -> Int?) -> Modulator {
    guard let index = linkTarget.flatMap(index) else { return self }
    var result = self
    result.destination = 0x8000 | UInt16(truncatingIfNeeded: index)
    return result
  }

  /// §8.2.1: the defined general controllers, and MIDI controllers except LSBs, data entry and mode
  /// messages. §8.2.4: four curves.
  private static func isKnown(_ source: UInt16) -> Bool {
    guard source >> 10 <= 3 else { return false }
    let index = source & 0x7F
    if source & 0x80 == 0 { return [0, 2, 3, 10, 13, 14, 16, 127].contains(index) }
    switch index {
    case 0, 6, 32...63, 98...101, 120...127: return false
    default: return true
    }
  }

  /// §8.1.1: no structure, and no overrides of key, velocity, root key, loop mode and class. The
  /// start address takes effect at note-on (§8.1.2).
  private static func isValueGenerator(_ number: UInt16) -> Bool {
    guard let generator = Generator(number: number) else { return false }
    return generator.isAddressOffset
      || !generator.isStructural && ZoneContents.Level.preset.allows(generator)
  }

  /// Whether a preset, too, may have the modulator: not one of sample addresses (§8.1.1).
  var isAllowedInPresets: Bool { Generator(number: destination)?.isAddressOffset != true }
}

extension Generator {
  /// Creates a generator from a record's number; `nil` if it is unknown.
  package init?(number: UInt16) {
    guard let rawValue = UInt8(exactly: number) else { return nil }
    self.init(rawValue: rawValue)
  }

  /// Whether the generator applies to samples, so that presets cannot have it (§8.1.1).
  package var isForSamples: Bool {
    switch self {
    case .sampleModes, .exclusiveClass, .overridingRootKey: true
    default: isAddressOffset
    }
  }

  /// Whether the generator offsets the start, the end or the loop of the sample.
  var isAddressOffset: Bool {
    switch self {
    case .startAddressOffset, .endAddressOffset, .startLoopAddressOffset, .endLoopAddressOffset,
      .startAddressCoarseOffset, .endAddressCoarseOffset, .startLoopAddressCoarseOffset,
      .endLoopAddressCoarseOffset:
      true
    default: false
    }
  }

  /// Whether the generator is an index or a range instead of a sound parameter.
  package var isStructural: Bool {
    switch self {
    case .instrument, .sampleID, .keyRange, .velocityRange: true
    default: false
    }
  }
}
