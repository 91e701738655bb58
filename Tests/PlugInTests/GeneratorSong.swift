import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachPlugIn
import SoundMeasurement

/// A preset in which every generator has something to say, and notes that let it.
enum GeneratorSong {
  static let rate = SamplerUnitFixture.sampleRate
  static let frames = 16_384

  /// Its generators, where they are not as the format has them.
  static let base: [(Generator, Float)] = [
    (.sampleModes, 1), (.modulationLFOToPitch, 50), (.vibratoLFOToPitch, 30),
    (.modulationEnvelopeToPitch, 200), (.initialFilterCutoff, 6500), (.initialFilterResonance, 60),
    (.modulationLFOToFilterCutoff, 300), (.modulationEnvelopeToFilterCutoff, 600),
    (.modulationLFOToVolume, 20), (.chorusSend, 200), (.reverbSend, 200), (.pan, 50),
    (.modulationLFODelay, -6000), (.modulationLFOFrequency, 0), (.vibratoLFODelay, -7000),
    (.vibratoLFOFrequency, 300), (.modulationEnvelopeDelay, -7000),
    (.modulationEnvelopeAttack, -6000), (.modulationEnvelopeHold, -6000),
    (.modulationEnvelopeDecay, -3000), (.modulationEnvelopeSustain, 300),
    (.modulationEnvelopeRelease, -3000), (.keyToModulationEnvelopeHold, 20),
    (.keyToModulationEnvelopeDecay, 20), (.volumeEnvelopeDelay, -8000),
    (.volumeEnvelopeAttack, -7000), (.volumeEnvelopeHold, -6000), (.volumeEnvelopeDecay, 0),
    (.volumeEnvelopeSustain, 100), (.volumeEnvelopeRelease, -1000), (.keyToVolumeEnvelopeHold, 20),
    (.keyToVolumeEnvelopeDecay, 20), (.initialAttenuation, 60), (.coarseTune, 1), (.fineTune, 10),
    (.scaleTuning, 90),
  ]

  /// For each generator that may be moved another value than the preset's.
  static let moved: [(Generator, Float)] = [
    (.startAddressOffset, 300), (.endAddressOffset, -2_000), (.startLoopAddressOffset, 700),
    (.endLoopAddressOffset, -700), (.startAddressCoarseOffset, 1), (.modulationLFOToPitch, 300),
    (.vibratoLFOToPitch, -200), (.modulationEnvelopeToPitch, -400), (.initialFilterCutoff, 5000),
    (.initialFilterResonance, 200), (.modulationLFOToFilterCutoff, -900),
    (.modulationEnvelopeToFilterCutoff, -1200), (.endAddressCoarseOffset, -1),
    (.modulationLFOToVolume, -90), (.chorusSend, 900), (.reverbSend, 900), (.pan, -400),
    (.modulationLFODelay, -4500), (.modulationLFOFrequency, 900), (.vibratoLFODelay, -4500),
    (.vibratoLFOFrequency, -400), (.modulationEnvelopeDelay, -4500),
    (.modulationEnvelopeAttack, -3000), (.modulationEnvelopeHold, -3500),
    (.modulationEnvelopeDecay, -6000), (.modulationEnvelopeSustain, 900),
    (.modulationEnvelopeRelease, -7000), (.keyToModulationEnvelopeHold, 400),
    (.keyToModulationEnvelopeDecay, 500), (.volumeEnvelopeDelay, -5000),
    (.volumeEnvelopeAttack, -4000), (.volumeEnvelopeHold, -3500), (.volumeEnvelopeDecay, -4000),
    (.volumeEnvelopeSustain, 400), (.volumeEnvelopeRelease, -4000),
    (.keyToVolumeEnvelopeHold, 400), (.keyToVolumeEnvelopeDecay, -900),
    (.startLoopAddressCoarseOffset, 1), (.overridingKey, 64), (.overridingVelocity, 40),
    (.initialAttenuation, 260), (.endLoopAddressCoarseOffset, -1), (.coarseTune, -5),
    (.fineTune, -70), (.scaleTuning, 50), (.exclusiveClass, 7), (.overridingRootKey, 60),
  ]

  /// The frames of the one recording, and its loop: whole periods of a sine, and room for addresses
  /// to move by whole periods. The generators of an end need a recording that ends.
  static func bank(_ changes: [(Generator, Float)] = []) -> SoundBank {
    var region = region(for: changes.first?.0)
    for (generator, value) in changes { region.generators[generator] = value }
    return bank(region)
  }

  /// The same bank without the change, but with a recording that ends where that is what it needs.
  static func bank(before generator: Generator) -> SoundBank { bank(region(for: generator)) }

  /// Whether it moves a loop or the recording's end.
  static func isOfAnEnd(_ generator: Generator) -> Bool {
    switch generator {
    case .endAddressOffset, .endAddressCoarseOffset, .startLoopAddressOffset,
      .startLoopAddressCoarseOffset, .endLoopAddressOffset, .endLoopAddressCoarseOffset:
      true
    default: false
    }
  }

  private static func region(for generator: Generator?) -> Region {
    var region = Region(sample: 0, modulators: DefaultModulators().modulators)
    for (own, value) in base { region.generators[own] = value }
    switch generator {
    // A note begins so near to the ends that it comes to them.
    case .endAddressOffset, .startLoopAddressOffset, .startLoopAddressCoarseOffset,
      .endLoopAddressOffset:
      region.generators[.startAddressCoarseOffset] = 2
    case .endAddressCoarseOffset, .endLoopAddressCoarseOffset:
      region.generators[.startAddressCoarseOffset] = 1
    default: break
    }
    if generator == .endAddressOffset || generator == .endAddressCoarseOffset {
      region.generators[.sampleModes] = 0
    }
    return region
  }

  private static func bank(_ region: Region) -> SoundBank {
    TestBank.bank(
      samples: [
        (recording, 0..<69_000, 44_100, 69)
      ], presets: [[region]])
  }

  /// A tone whose level falls from its beginning and rises again, so that it tells where one is.
  private static let recording: [Int16] = (0..<70_000).map { frame in
    let phase = Double(frame)
    let swell = 0.55 + 0.35 * cos(2 * Double.pi * phase / 1000)
    return Int16((swell * 32_767 * sin(2 * Double.pi * phase / 100)).rounded())
  }

  /// Two overlapping notes, both released.
  static let notes: [UnitEvent] = [
    SamplerUnitFixture.on(57), SamplerUnitFixture.on(62, at: 6000, velocity: 90),
    SamplerUnitFixture.off(57, at: 11_000),
    SamplerUnitFixture.off(62, at: 12_000),
  ]
}
