import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("Conversion of SoundFonts to SFZ")
struct ConversionToSFZTests {
  private typealias Fixture = ConversionFixture

  /// The value of a unipolar source, its input 0…1 reversed if necessary (SF2.04 §9.5.3).
  private static func unipolar(_ curve: UInt16, _ x: Double) -> Double {
    func concave(_ x: Double) -> Double { x >= 1 ? 1 : min(-20.0 / 96 * log10(pow(1 - x, 2)), 1) }
    return switch curve {
    case 0: x * 127 / 128
    case 1: min(concave(x), 127.0 / 128)
    case 2: min(1 - concave(1 - x), 127.0 / 128)
    default: x < 0.5 ? 0 : 127.0 / 128
    }
  }

  // §8.2.1: bits 10 to 15 are the curve, bit 8 the direction, bit 7 a MIDI controller.
  @Test(
    "A controller moves the filter cutoff through SoundFont's curves as in the specification",
    arguments: [0, 1, 2, 3] as [UInt16], [false, true])
  func controlledCutoff(curve: UInt16, isReversed: Bool) throws {
    let source = curve << 10 | (isReversed ? 0x0100 : 0) | 0x80 | 20
    let bank = try Fixture.soundFont(
      [.init(.initialFilterCutoff, 6000)],
      modulators: [Fixture.modulator(source, .initialFilterCutoff, 3000)])
    let converted = try Fixture.regionsInSFZ(bank)
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    for position in 0...127 {
      let x = Double(isReversed ? 127 - position : position) / 127
      let offset = Fixture.offset(
        converted.regions[0], .generator(.initialFilterCutoff), .controller(20), at: position)
      #expect(abs(offset - 3000 * Self.unipolar(curve, x)) < 1, "position \(position)")
    }
  }

  @Test(
    "Key, velocity and pressure modulate the cutoff in SFZ by SoundFont's cents",
    arguments: [
      (2, .velocity), (3, .key), (10, .keyPressure), (13, .channelPressure),
    ] as [(UInt16, RegionModulation.Source)])
  func cutoffOfNotes(bits: UInt16, source: RegionModulation.Source) throws {
    let bank = try Fixture.soundFont(
      [.init(.initialFilterCutoff, 6000)],
      modulators: [Fixture.modulator(bits, .initialFilterCutoff, -1280)])
    let converted = try Fixture.regionsInSFZ(bank)
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    for position in [0, 1, 64, 127] {
      let offset = Fixture.offset(
        converted.regions[0], .generator(.initialFilterCutoff), source, at: position)
      #expect(abs(offset + 10 * Double(position)) < 0.1)
    }
  }

  @Test("A cutoff that only a modulator lowers has a filter in SFZ")
  func unfilteredCutoff() throws {
    let bank = try Fixture.soundFont(
      [], modulators: [Fixture.modulator(0x00CA, .initialFilterCutoff, -6400)])
    let converted = try Fixture.regionsInSFZ(bank)
    #expect(abs(converted.regions[0].generators[.initialFilterCutoff] - 13500) < 1)
    let offset = Fixture.offset(
      converted.regions[0], .generator(.initialFilterCutoff), .controller(74), at: 64)
    #expect(abs(offset + 3200) < 1)
  }

  @Test("An LFO whose depth is set by a controller only keeps its frequency and delay")
  func controlledLFO() throws {
    let bank = try Fixture.soundFont(
      [.init(.modulationLFOFrequency, -900), .init(.modulationLFODelay, -1200)],
      modulators: [
        Fixture.modulator(0x0081, .vibratoLFOToPitch, 0),
        Fixture.modulator(0x000D, .vibratoLFOToPitch, 0),
        Fixture.modulator(0x0081, .modulationLFOToPitch, 200),
      ])
    let region = try Fixture.regionsInSFZ(bank).regions[0]
    // The only LFO that modulates pitch becomes the vibrato LFO.
    #expect(abs(region.generators[.vibratoLFOFrequency] + 900) < 1)
    #expect(abs(region.generators[.vibratoLFODelay] + 1200) < 1)
    let depth = Fixture.offset(
      region, .generator(.vibratoLFOToPitch), .controller(1), at: 127)
    #expect(abs(depth - 200.0 * 127 / 128) < 0.1)
  }

  // SF2.04 §8.1.3: the maxima of generators 22, 24, 30 and 38.
  @Test("The fastest LFO and the longest release of SoundFont keep their values in SFZ")
  func maxima() throws {
    let bank = try Fixture.soundFont([
      .init(.modulationLFOFrequency, 4500), .init(.modulationLFOToVolume, 50),
      .init(.modulationEnvelopeToPitch, 600), .init(.modulationEnvelopeRelease, 8000),
      .init(.volumeEnvelopeRelease, 8000),
    ])
    let values = try Fixture.regionsInSFZ(bank).regions[0].generators
    #expect(abs(values[.modulationLFOFrequency] - 4500) < 1)
    #expect(abs(values[.modulationEnvelopeRelease] - 8000) < 1)
    #expect(abs(values[.volumeEnvelopeRelease] - 8000) < 1)
  }

  // SF2.04 §8.1.2, generators 31, 32, 39 and 40: timecents per key below 60.
  @Test("Envelope times that depend on the key become a region for each key")
  func keyDependentTimes() throws {
    let bank = try Fixture.soundFont([
      .init(.volumeEnvelopeHold, -1200), .init(.keyToVolumeEnvelopeHold, 50),
      .init(.volumeEnvelopeDecay, 600), .init(.keyToVolumeEnvelopeDecay, 100),
      .init(.volumeEnvelopeSustain, 1000), .init(.modulationEnvelopeToPitch, 100),
      .init(.modulationEnvelopeDecay, 0), .init(.keyToModulationEnvelopeDecay, -40),
      .init(.modulationEnvelopeSustain, 1000),
    ])
    let converted = try Fixture.regionsInSFZ(bank)
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    #expect(converted.regions.count == 128)
    for key in 0...127 {
      let region = try #require(converted.regions.first { $0.keys.contains(UInt8(key)) })
      let below = Float(60 - key)
      for (generator, timecents) in [
        (Generator.volumeEnvelopeHold, min(-1200 + 50 * below, 5000)),
        (.volumeEnvelopeDecay, min(600 + 100 * below, 8000)),
        (.modulationEnvelopeDecay, -40 * below),
      ] {
        // SFZ has no times under a microsecond, and the model none under a millisecond.
        if timecents < -11_000 { continue }
        #expect(abs(region.generators[generator] - timecents) < 3, "key \(key), \(generator)")
      }
    }
  }

  @Test("Beyond 8,192 regions, key-dependent times have steps of several keys, in seconds")
  func coarseKeyDependentTimes() throws {
    var builder = SoundFontBuilder.simple
    let zone = SoundFontBuilder.Zone(
      [
        .init(.volumeEnvelopeDecay, 0), .init(.keyToVolumeEnvelopeDecay, 10),
        .init(.volumeEnvelopeSustain, 1000),
      ], plays: 0)
    builder.instruments = [.init(zones: [SoundFontBuilder.Zone](repeating: zone, count: 65))]
    let bank = try InstrumentFile.read(ByteStorage(copying: builder.chunks.file))
    let converted = try Fixture.regionsInSFZ(bank)
    #expect(converted.regions.count == 65 * 64)
    let loss = try #require(converted.losses.first { $0.what == "key-dependent envelope times" })
    #expect(loss.became == "steps of 2 keys")
    // From key 0, 600 timecents, to key 1.
    let expected = exp2(600.0 / 1200) - exp2(590.0 / 1200)
    #expect(abs(try #require(loss.amount(in: .seconds)) - expected) < 0.001)
  }

  @Test("Velocity modulators apply to regions with additional gain, too")
  func velocityWithGain() throws {
    var region = Region(
      sample: 0,
      modulators: DefaultModulators().modulators.filter { $0.source != 0x0502 } + [
        Fixture.modulator(0x0502, .initialAttenuation, 480)
      ])
    region.extendedParameters = ExtendedParameters()
    region.extendedParameters?.gainCentibels = 10
    let source = try Fixture.soundFont([])
    let regions = [region]
    let bank = SoundBank(
      information: source.information, presets: source.presets, samples: source.samples,
      storage: source.storage, regionSource: { _, _ in regions })
    let converted = try Fixture.regionsInSFZ(bank)
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    let read = try #require(converted.regions[0].extendedParameters)
    #expect(read.velocityTracking == 1 && abs(read.gainCentibels - 10) < 0.1)
    for velocity in [1, 8, 40, 64, 100, 127] {
      // 480 cB of the concave curve: an amplitude of v/127.
      #expect(abs(Double(read.velocityCurve[velocity]) - Double(velocity) / 127) < 0.01)
    }
  }

  @Test("Controllers modulate envelope times in SFZ by SoundFont's timecents")
  func controlledTimes() throws {
    let bank = try Fixture.soundFont(
      [.init(.volumeEnvelopeAttack, -3600), .init(.volumeEnvelopeRelease, 0)],
      modulators: [
        Fixture.modulator(0x0080 | 20, .volumeEnvelopeAttack, 2400),
        Fixture.modulator(0x0080 | 21, .volumeEnvelopeRelease, -2400),
      ])
    let converted = try Fixture.regionsInSFZ(bank)
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    for position in [0, 32, 64, 127] {
      let value = 2400 * Double(position) / 128
      for (generator, controller, base, change) in [
        (Generator.volumeEnvelopeAttack, 20, -3600, value), (.volumeEnvelopeRelease, 21, 0, -value),
      ] as [(Generator, UInt8, Double, Double)] {
        let offset = Fixture.offset(
          converted.regions[0], .seconds(generator), .controller(controller), at: position)
        #expect(abs(offset - (exp2((base + change) / 1200) - exp2(base / 1200))) < 0.001)
      }
    }
  }

  @Test("A modulator with two sources is reported with its largest effect")
  func twoSources() throws {
    func losses(_ generator: Generator, _ amount: Int16) throws -> [String] {
      let bank = try Fixture.soundFont(
        [.init(.initialFilterCutoff, 6000)],
        modulators: [Fixture.modulator(2, generator, amount, by: 0x0081)])
      return try Fixture.regionsInSFZ(bank).losses.map { "\($0)" }
    }
    // (127/128)² of the amount.
    #expect(
      try losses(.initialFilterCutoff, 2400) == [
        "modulators of the filter cutoff by two sources: one fixed at its initial value, "
          + "up to 2363 cents (1 region)"
      ])
    #expect(
      try losses(.initialAttenuation, 128) == [
        "modulators of the level by two sources: one fixed at its initial value, "
          + "up to 12.6 dB (1 region)"
      ])
    // 12,193 · (127/128)² timecents are 12,003, from 0 to 2^(3/1200) seconds.
    #expect(
      try losses(.volumeEnvelopeAttack, 12193) == [
        "modulators of the volume envelope times by two sources: one fixed at its initial value, "
          + "up to 1.002 s (1 region)"
      ])
  }

  @Test("A modulator without an opcode is fixed at its initial value, and reported")
  func withoutOpcode() throws {
    let bank = try Fixture.soundFont(
      [.init(.modulationLFODelay, 0)],
      modulators: [Fixture.modulator(0x0080 | 20, .modulationLFODelay, 1200)])
    let losses = try Fixture.regionsInSFZ(bank).losses.map { "\($0)" }
    // 2^(127/128) − 1.
    #expect(
      losses == [
        "modulators of the LFO delay: fixed at the initial value, up to 0.989 s (1 region)"
      ])
  }

  @Test("Overriding keys and velocities become constant pitch and level")
  func overrides() throws {
    let bank = try Fixture.soundFont([
      .init(.overridingKey, 72), .init(.overridingVelocity, 64), .init(.scaleTuning, 50),
    ])
    let converted = try Fixture.regionsInSFZ(bank)
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    let region = converted.regions[0]
    #expect(
      region.generators[.scaleTuning] == 0 && region.extendedParameters?.velocityTracking == 0)
    // 12 keys above the root key 60, 50 cents each.
    let cents = 100 * region.generators[.coarseTune] + region.generators[.fineTune]
    #expect(abs(cents - 600) < 0.1)
    // (64/127)² in centibels.
    let gain = Double(region.extendedParameters?.gainCentibels ?? 0)
    #expect(abs(gain - 400 * log10(64.0 / 127)) < 1)
  }

  @Test("Without a pitch-bend modulator, SFZ's pitch bend is off")
  func pitchBend() throws {
    let off = try Fixture.soundFont(
      [], modulators: [Fixture.modulator(0x020E, .fineTune, 0, by: 0x0010)])
    let region = try Fixture.regionsInSFZ(off).regions[0]
    #expect(!region.modulators.contains { $0.source == 0x020E })
    #expect(Fixture.offset(region, .generator(.fineTune), .bendUp, at: 127) == 0)
    // A fixed range of an octave, independent of RPN 0.
    let octave = try Fixture.soundFont(
      [],
      modulators: [
        Fixture.modulator(0x020E, .fineTune, 0, by: 0x0010),
        Fixture.modulator(0x020E, .fineTune, 1200),
      ])
    let bent = try Fixture.regionsInSFZ(octave).regions[0]
    #expect(abs(Fixture.offset(bent, .generator(.fineTune), .bendUp, at: 127) - 1200) < 0.1)
    #expect(abs(Fixture.offset(bent, .generator(.fineTune), .bendDown, at: 127) + 1200) < 0.1)
  }
}
