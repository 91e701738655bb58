import PeachInstrumentModel
import TestEnvironment

/// Regions with a mix of ordinary, extreme and invalid values.
enum RandomRegion {
  /// The features that make output louder than its sample: filter resonance and tremolo.
  static let amplifying: [Generator] = [.initialFilterResonance, .modulationLFOToVolume]

  /// Returns a region that plays one of `sampleCount` samples. If `amplifies` is false, nothing
  /// changes ``amplifying`` from 0.
  static func region(
    _ numbers: inout RandomNumbers, sampleCount: Int, amplifies: Bool
  ) -> Region {
    var region = Region(sample: numbers.whole(0...sampleCount))  // One in a while does not exist.
    if numbers.chance(0.3) { region.keys = range(&numbers) }
    if numbers.chance(0.3) { region.velocities = range(&numbers) }
    let wildness = numbers.pick([0, 0.1, 0.5])
    for generator in Generator.allCases {
      if amplifying.contains(generator) && !amplifies { continue }
      let share = numbers.unit()
      if share < wildness {
        region.generators[generator] = Float(numbers.extreme())
      } else if share < 0.6 {
        let range = generator.range
        region.generators[generator] =
          range.lowerBound + Float(numbers.unit()) * (range.upperBound - range.lowerBound)
      }
    }
    // Most random values silence most voices, which would test little.
    if numbers.chance(0.8) {
      for (generator, range) in audible {
        region.generators[generator] = Float(numbers.whole(range))
      }
      region.velocities = 0...127
    }
    region.generators[.sampleModes] = Float(numbers.whole(0...3))
    if numbers.chance(0.7) { region.generators[.exclusiveClass] = 0 }
    region.modulators = modulators(&numbers, amplifies: amplifies)
    return region
  }

  /// Values with which a voice is audible immediately.
  static let audible: [(Generator, ClosedRange<Int>)] = [
    (.initialAttenuation, 0...200), (.volumeEnvelopeDelay, -12000 ... -12000),
    (.volumeEnvelopeAttack, -12000 ... -6000), (.volumeEnvelopeSustain, 0...300),
    (.overridingKey, -1 ... -1), (.overridingVelocity, -1 ... -1), (.coarseTune, -24...24),
    (.startAddressCoarseOffset, 0...0), (.endAddressCoarseOffset, 0...0),
    (.startAddressOffset, 0...0), (.endAddressOffset, -1...0),
  ]

  /// Returns modulators with any sources, destinations and links, including cycles and long chains.
  static func modulators(_ numbers: inout RandomNumbers, amplifies: Bool) -> [Modulator] {
    let count = numbers.pick([0, 0, 1, 3, 10, 40])
    let isChain = numbers.chance(0.1)
    return (0..<count).map { index in
      var modulator = Modulator(
        source: source(&numbers), destination: UInt16(numbers.whole(0...60)),
        amount: numbers.extreme(), amountSource: source(&numbers),
        transform: numbers.pick([0, 0, 2, 1]))
      if numbers.chance(0.2) { modulator.destination = 0x8000 | UInt16(numbers.whole(0...count)) }
      if numbers.chance(0.2) { modulator.source = 127 }
      if isChain {
        // Each is a source of the previous one: amounts multiply.
        modulator = Modulator(
          source: index + 1 < count ? 127 : 0,
          destination: index == 0 ? modulator.destination & 63 : 0x8000 | UInt16(index - 1),
          amount: numbers.pick([.min, .max, 3]), amountSource: 0, transform: 0)
      }
      if !amplifies && amplifying.contains(where: { modulator.destination == $0.rawValue }) {
        modulator.destination = UInt16(Generator.initialFilterCutoff.rawValue)
      }
      return modulator
    }
  }

  private static func source(_ numbers: inout RandomNumbers) -> UInt16 {
    if numbers.chance(0.1) { return UInt16(truncatingIfNeeded: numbers.next()) }
    let shape = UInt16(numbers.whole(0...15)) << 8
    if numbers.chance(0.5) { return shape | 0x80 | UInt16(numbers.sevenBits()) }
    return shape | numbers.pick([0, 2, 3, 10, 13, 14, 16, 127])
  }

  private static func range(_ numbers: inout RandomNumbers) -> ClosedRange<UInt8> {
    let one = numbers.sevenBits()
    let other = numbers.sevenBits()
    return min(one, other)...max(one, other)
  }
}
