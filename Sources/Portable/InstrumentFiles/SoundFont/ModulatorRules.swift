package import PeachInstrumentModel

/// Which modulators a file may have: an unknown part makes that modulator ignored, nothing else
/// (SoundFont 2.04 §7.4, 8.2, 8.3).
extension Modulator {
  /// Whether its source is the output of other modulators (§8.2.1: general controller 127).
  package var isFedByLink: Bool { source & 0xFF == 127 }

  /// The place in its zone of the modulator that it feeds (§9.5.4); nil where it moves a generator.
  package var linkTarget: Int? { destination & 0x8000 == 0 ? nil : Int(destination & 0x7FFF) }

  /// Whether all its parts but links are known.
  package var isKnown: Bool {
    Modulator.isKnown(source) && Modulator.isKnown(amountSource)
      && amountSource & 0xFF != 127  // §8.2.1: a link does not scale
      && (transform == 0 || transform == 2)
      && (linkTarget != nil || Modulator.isValueGenerator(destination))
  }

  /// The four parts that make two modulators the same (§9.5.1), in one number.
  var identity: UInt64 {
    UInt64(source) | UInt64(destination) << 16 | UInt64(amountSource) << 32
      | UInt64(transform) << 48
  }

  /// §8.2.1: the general controllers that there are, and MIDI's without those that are no
  /// controllers and those that are another's low bits. §8.2.4: four curves.
  private static func isKnown(_ source: UInt16) -> Bool {
    guard source >> 10 <= 3 else { return false }
    let index = source & 0x7F
    if source & 0x80 == 0 {
      return [0, 2, 3, 10, 13, 14, 16, 127].contains(index)
    }
    switch index {
    case 0, 6, 32...63, 98...101, 120...127: return false
    default: return true
    }
  }

  /// §8.1.1: only what changes the sound itself can be moved; not which sample plays, nor from
  /// where, nor what the key is taken for.
  private static func isValueGenerator(_ number: UInt16) -> Bool {
    guard let generator = UInt8(exactly: number).flatMap(Generator.init(rawValue:)) else {
      return false
    }
    return !generator.isForSamples && !generator.isStructural
      && generator != .overridingKey && generator != .overridingVelocity
  }
}

extension Generator {
  /// Whether it says something of a sample and so cannot be said of a preset (§8.1.1).
  package var isForSamples: Bool {
    switch self {
    case .startAddressOffset, .endAddressOffset, .startLoopAddressOffset, .endLoopAddressOffset,
      .startAddressCoarseOffset, .endAddressCoarseOffset, .startLoopAddressCoarseOffset,
      .endLoopAddressCoarseOffset, .sampleModes, .exclusiveClass, .overridingRootKey:
      true
    default: false
    }
  }

  /// Whether it holds the file together instead of describing a sound: indices and ranges.
  package var isStructural: Bool {
    switch self {
    case .instrument, .sampleID, .keyRange, .velocityRange: true
    default: false
    }
  }
}
