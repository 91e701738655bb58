import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// Expected values are the formulas of the DLS specification, in units of 1/65536 cent, timecent,
/// centibel or 0.1 % (DLS Level 1 v1.1b and Level 2.2, data formats).
@Suite("DLS connections")
struct DLSUnitTests {
  /// Connections, and the expected generators.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var connections: [DLSBuilder.Connection]
    var expected: [Generator: Double]
  }

  static func scale(_ value: Double) -> Int32 { Int32((value * 65536).rounded()) }

  /// Returns a time in seconds as 1200·65536·log2(t).
  static func time(_ seconds: Double) -> Int32 { scale(1200 * log2(seconds)) }

  static func set(_ destination: UInt16, _ scale: Int32) -> DLSBuilder.Connection {
    (0, 0, destination, 0, scale)
  }

  static let cases: [Case] = [
    .init(
      testDescription: "times of both envelopes",
      connections: [
        set(0x206, time(0.5)), set(0x20B, time(0.25)), set(0x20C, time(2)),
        set(0x30A, time(0.125)), set(0x30F, time(4)), set(0x310, time(1)),
        set(0x30B, time(8)), set(0x30D, time(0.01)),
      ],
      expected: [
        .volumeEnvelopeAttack: -1200, .volumeEnvelopeDelay: -2400, .volumeEnvelopeHold: 1200,
        .modulationEnvelopeAttack: -3600, .modulationEnvelopeDelay: 2400,
        .modulationEnvelopeHold: 0, .modulationEnvelopeDecay: 3600,
        .modulationEnvelopeRelease: 1200 * log2(0.01),
      ]),
    .init(
      testDescription: "falls over 96 dB last 100/96 as long over 100 dB",
      connections: [set(0x207, time(2)), set(0x209, time(0.5))],
      expected: [
        .volumeEnvelopeDecay: 1200 * log2(2 * 100.0 / 96),
        .volumeEnvelopeRelease: 1200 * log2(0.5 * 100.0 / 96),
      ]),
    .init(
      testDescription: "the smallest number is no time",
      connections: [set(0x206, .min), set(0x207, .min), set(0x209, .min), set(0x105, .min)],
      expected: [
        .volumeEnvelopeAttack: -12000, .volumeEnvelopeDecay: -12000,
        .volumeEnvelopeRelease: -12000, .modulationLFODelay: -12000,
      ]),
    .init(
      testDescription: "nothing said: 5 Hz from 10 ms on, full sustain, no filter",
      connections: [],
      expected: [
        .modulationLFOFrequency: 6900 + 1200 * log2(5.0 / 440),
        .vibratoLFOFrequency: 6900 + 1200 * log2(5.0 / 440),
        .modulationLFODelay: 1200 * log2(0.01), .vibratoLFODelay: 1200 * log2(0.01),
        .volumeEnvelopeSustain: 0, .modulationEnvelopeSustain: 0, .initialFilterCutoff: 13500,
        .volumeEnvelopeAttack: -12000, .scaleTuning: 100,
      ]),
    .init(
      testDescription: "sustain in tenths of a percent of 96 dB",
      connections: [set(0x20A, scale(500)), set(0x30E, scale(250))],
      expected: [.volumeEnvelopeSustain: 480, .modulationEnvelopeSustain: 750]),
    .init(
      testDescription: "sustain and pan without the shift, as in well-known banks",
      connections: [set(0x20A, 500), set(0x30E, 1000), set(4, -433)],
      expected: [.volumeEnvelopeSustain: 480, .modulationEnvelopeSustain: 0, .pan: -433]),
    .init(
      testDescription: "pan, sends, gain, pitch",
      connections: [
        set(4, scale(-250)), set(0x80, scale(300)), set(0x81, scale(40)), set(1, scale(-60)),
        set(3, scale(-250)),
      ],
      expected: [
        .pan: -250, .chorusSend: 300, .reverbSend: 40, .initialAttenuation: 60,
        .coarseTune: -2, .fineTune: -50,
      ]),
    .init(
      testDescription: "filter in pitch cents, and off",
      connections: [set(0x500, scale(6900)), set(0x501, scale(200))],
      expected: [.initialFilterCutoff: 6900, .initialFilterResonance: 200]),
    .init(
      testDescription: "filter off", connections: [set(0x500, .max)],
      expected: [.initialFilterCutoff: 13500]),
    .init(
      testDescription: "LFOs and second envelope",
      connections: [
        set(0x104, scale(1200)), set(0x114, scale(-1200)), set(0x115, time(2)),
        (1, 0, 3, 0x4000, scale(15)), (1, 0, 1, 0x4000, scale(20)),
        (1, 0, 0x500, 0x4000, scale(-900)),
        (9, 0, 3, 0x4000, scale(-40)), (5, 0, 3, 0, scale(1200)), (5, 0, 0x500, 0, scale(2400)),
      ],
      expected: [
        .modulationLFOFrequency: 1200, .vibratoLFOFrequency: -1200, .vibratoLFODelay: 1200,
        .modulationLFOToPitch: 15, .modulationLFOToVolume: 20, .modulationLFOToFilterCutoff: -900,
        .vibratoLFOToPitch: -40, .modulationEnvelopeToPitch: 1200,
        .modulationEnvelopeToFilterCutoff: 2400,
      ]),
    .init(
      testDescription: "12,800 cents over 128 keys are a semitone a key",
      connections: [(3, 0, 3, 0, scale(6400))], expected: [.scaleTuning: 50]),
    .init(
      testDescription: "of two connections that are the same the last counts",
      connections: [set(4, scale(100)), set(4, scale(200))], expected: [.pan: 200]),
  ]

  private func region(_ connections: [DLSBuilder.Connection]) throws -> Region {
    var builder = DLSBuilder()
    builder.instruments[0].connections = connections
    let bank = try InstrumentFile.read(ByteStorage(copying: builder.file))
    return try #require(bank.regions(ofPresetAt: 0).first)
  }

  @Test("A value in its unit", arguments: cases)
  func values(_ example: Case) throws {
    let region = try region(example.connections)
    for (generator, value) in example.expected {
      #expect(abs(Double(region.generators[generator]) - value) < 0.02, "\(generator)")
    }
  }

  @Test("Key scaling of times is per 128 keys, counted from 0")
  func keyScaling() throws {
    let (decay, hold) = (1200.0, -600.0)
    let connections: [DLSBuilder.Connection] = [
      (3, 0, 0x207, 0, Self.scale(-2560)), (3, 0, 0x310, 0, Self.scale(1280)),
      Self.set(0x207, Self.scale(decay)), Self.set(0x310, Self.scale(hold)),
    ]
    let values = try region(connections).generators
    for key in [0, 60, 127] {
      let below = Float(60 - key)
      let decayed = values[.volumeEnvelopeDecay] + values[.keyToVolumeEnvelopeDecay] * below
      let expected = decay + 1200 * log2(100.0 / 96) - 2560 * Double(key) / 128
      #expect(abs(Double(decayed) - expected) < 0.02)
      let held =
        values[.modulationEnvelopeHold] + values[.keyToModulationEnvelopeHold] * below
      #expect(abs(Double(held) - (hold + 1280 * Double(key) / 128)) < 0.02)
    }
  }

  /// 7-bit controllers reach 127/128 of the range in DLS and in SoundFont (§9.5.3).
  @Test("Note and controller connections become modulators")
  func modulators() throws {
    let region = try region([
      (2, 0, 0x206, 0, Self.scale(-1280)),  // velocity to attack
      (1, 0x81, 3, 0x4000, Self.scale(128)),  // the wheel scales the LFO's effect on pitch
      (9, 8, 3, 0x4000, Self.scale(256)),  // pressure the vibrato's
      (0, 0xDB, 0x81, 0, Self.scale(512)),  // a control without a source is one
      (7, 0, 1, 0, Self.scale(256)),  // key pressure makes louder
      (2, 0, 0x20A, 0, Self.scale(-1000)),  // velocity to sustain: 96 dB for 100 %
    ])
    func amount(_ source: UInt16, _ generator: Generator) -> Int16? {
      let found = region.modulators.filter {
        $0.source == source && $0.destination == UInt16(generator.rawValue)
          && $0.amountSource == 0 && $0.transform == 0
      }
      return found.count == 1 ? found[0].amount : nil
    }
    #expect(amount(0x0002, .volumeEnvelopeAttack) == -1280)
    #expect(amount(0x0081, .modulationLFOToPitch) == 128)
    #expect(amount(0x000D, .vibratoLFOToPitch) == 256)
    #expect(amount(0x00DB, .reverbSend) == 512)
    #expect(amount(0x000A, .initialAttenuation) == -256)
    #expect(amount(0x0002, .volumeEnvelopeSustain) == 960)
  }

  @Test("A connection equal to a default one replaces it")
  func defaults() throws {
    let plain = try region([]).modulators
    let stated = try region([
      (2, 0, 1, 0x8400, Self.scale(-960)), (0x87, 0, 1, 0x8400, Self.scale(-960)),
      (0x8B, 0, 1, 0x8400, Self.scale(-960)), (0x8A, 0, 4, 0x4000, Self.scale(508)),
      (6, 0x100, 3, 0x4000, Self.scale(12800)),
    ]).modulators
    #expect(stated == plain)
    let softer = try region([(2, 0, 1, 0x8400, Self.scale(-480))]).modulators
    #expect(softer.count == plain.count)
    #expect(softer.first { $0.source == 0x0502 }?.amount == 480)
  }

  @Test("Level 1 has one curve, and the attenuation falls as velocity rises")
  func level1() throws {
    var builder = DLSBuilder()
    builder.instruments[0].isLevel2 = false
    builder.instruments[0].connections = [
      (2, 0, 1, 1, Self.scale(-960)), (1, 0, 3, 0, Self.scale(10)), (1, 0x81, 3, 0, Self.scale(64)),
    ]
    let bank = try InstrumentFile.read(ByteStorage(copying: builder.file))
    let region = try #require(bank.regions(ofPresetAt: 0).first)
    #expect(region.modulators.first { $0.source == 0x0502 }?.amount == 960)
    #expect(region.generators[.modulationLFOToPitch] == 10)
    #expect(region.modulators.contains { $0.source == 0x81 && $0.destination == 5 })
  }

  @Test("Unsupported connections are counted, and the others stay")
  func ignored() throws {
    var builder = DLSBuilder()
    builder.instruments[0].connections = [
      (4, 0, 3, 0, 1), (0, 0, 0x208, 0, 5), (0, 0, 0x30C, 0, 5), (0x102, 0, 3, 0, 7),
      Self.set(4, Self.scale(99)),
    ]
    let bank = try InstrumentFile.read(ByteStorage(copying: builder.file))
    #expect(bank.warnings.count == 1 && bank.warnings[0].hasPrefix("3 connections"))
    #expect(bank.regions(ofPresetAt: 0)[0].generators[.pan] == 99)
  }

  @Test("A region's articulation replaces the instrument's entirely")
  func inheritance() throws {
    var builder = DLSBuilder()
    builder.instruments[0].connections = [
      Self.set(4, Self.scale(99)), Self.set(0x81, Self.scale(50)),
    ]
    builder.instruments[0].regions = [
      .init(), .init(connections: [Self.set(4, Self.scale(-7))]), .init(),
    ]
    let regions = try InstrumentFile.read(ByteStorage(copying: builder.file))
      .regions(ofPresetAt: 0)
    #expect(regions.map { $0.generators[.pan] } == [99, -7, 99])
    #expect(regions.map { $0.generators[.reverbSend] } == [50, 0, 50])
  }
}
