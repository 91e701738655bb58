import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// SoundFont 2.04 §7.4 and §9.5.1: the modulators of a note, and their destinations.
@Suite("Modulators at both levels")
struct ModulatorLevelTests {
  static let velocity = Source(2, .concave, isDown: true)

  /// Returns the level at a velocity, with modulators in the instrument and the preset.
  static func level(
    _ instrument: [Modulator], preset: [Modulator] = [], velocity: UInt8 = 64
  ) throws -> Double {
    try Probe(.level, modulators: instrument, presetModulators: preset)
      .note(velocity: velocity, seconds: 0.02).level(at: 0.01)
  }

  /// The attenuation by 960 centibels along the concave curve at velocity 64.
  static let whole = 40 * log10(64.0 / 127)

  // Proves modulator instrument: SF2.04 §9.5.1; 0.1 dB
  @Test(
    "An instrument's modulator replaces the equal default modulator",
    arguments: [0, 480, 960, -300])
  func replacing(amount: Int16) throws {
    let modulator = Modulator(Self.velocity, .initialAttenuation, amount)
    let expected = min(Self.whole * Double(amount) / 960, 0)
    #expect(abs(try Self.level([modulator]) - expected) < 0.1)
    // The last of two equal modulators counts.
    let other = Modulator(Self.velocity, .initialAttenuation, 100)
    #expect(abs(try Self.level([other, modulator]) - expected) < 0.1)
  }

  // Proves modulator preset: SF2.04 §9.5.1; 0.1 dB
  @Test(
    "A preset's modulator is added to the equal instrument modulator", arguments: [480, 960, -480])
  func adding(amount: Int16) throws {
    let modulator = Modulator(Self.velocity, .initialAttenuation, amount)
    let expected = Self.whole * Double(960 + amount) / 960
    #expect(abs(try Self.level([], preset: [modulator]) - expected) < 0.1)
    let own = Modulator(Self.velocity, .initialAttenuation, 1200)
    #expect(
      abs(try Self.level([own], preset: [modulator]) - Self.whole * Double(1200 + amount) / 960)
        < 0.1)
  }

  // Proves modulator identity: SF2.04 §9.5.1; 0.1 dB
  @Test("Modulators that differ in source, amount source or transform are separate")
  func identity() throws {
    let others = [
      (Modulator(Source(2, isDown: true), .initialAttenuation, 100), -10 * 63.0 / 127),
      (
        Modulator(Self.velocity, .initialAttenuation, 480, times: Source(2)),
        Self.whole / 2 * 64 / 127
      ),
      (Modulator(Self.velocity, .initialAttenuation, 480, transform: 2), Self.whole / 2),
    ]
    for (other, more) in others {
      #expect(abs(try Self.level([other]) - Self.whole - more) < 0.1)
      #expect(abs(try Self.level([], preset: [other]) - Self.whole - more) < 0.1)
    }
  }

  // Proves modulator global: SF2.04 §9.5.1; 0.1 dB
  @Test("A local modulator replaces the global zone's, at both levels")
  func global() throws {
    func level(local: Int16?, global: Int16, inPreset: Bool) throws -> Double {
      var probe = Probe(.level)
      func list(_ amount: Int16?) -> [Modulator] {
        amount.map { [Modulator(Self.velocity, .initialAttenuation, $0)] } ?? []
      }
      if inPreset {
        probe.file.presets[0].zones[0].modulators = list(local)
        probe.file.presets[0].zones.insert(.init(modulators: list(global), plays: nil), at: 0)
      } else {
        probe.file.instruments[0].zones[0].modulators = list(local)
        probe.file.instruments[0].zones.insert(
          .init(modulators: list(global), plays: nil), at: 0)
      }
      return try probe.note(velocity: 64, seconds: 0.02).level(at: 0.01)
    }
    for (local, counting) in [(nil, 480.0), (240, 240)] as [(Int16?, Double)] {
      let lower = try level(local: local, global: 480, inPreset: false)
      #expect(abs(lower - Self.whole * counting / 960) < 0.1)
      let upper = try level(local: local, global: 480, inPreset: true)
      #expect(abs(upper - Self.whole * (960 + counting) / 960) < 0.1)
    }
  }

  // Proves modulator unknown: SF2.04 §8.2.1, §8.2.4, §8.3; 0.1 cent
  @Test(
    "Modulators with unknown source, curve, transform or destination are ignored",
    arguments: [
      Modulator(source: 1, destination: 52, amount: 500, amountSource: 0, transform: 0),
      Modulator(source: 17, destination: 52, amount: 500, amountSource: 0, transform: 0),
      Modulator(source: 0x1002, destination: 52, amount: 500, amountSource: 0, transform: 0),
      Modulator(source: 0, destination: 52, amount: 500, amountSource: 4, transform: 0),
      Modulator(source: 0, destination: 52, amount: 500, amountSource: 0x1402, transform: 0),
      Modulator(source: 0, destination: 52, amount: 500, amountSource: 0, transform: 1),
      Modulator(source: 0, destination: 52, amount: 500, amountSource: 0, transform: 3),
      Modulator(source: 0, destination: 14, amount: 500, amountSource: 0, transform: 0),
      Modulator(source: 0, destination: 58, amount: 50, amountSource: 0, transform: 0),
      Modulator(source: 0, destination: 61, amount: 500, amountSource: 0, transform: 0),
    ])
  func unknown(modulator: Modulator) throws {
    let known = Modulator(.none, .fineTune, 300)
    let audio = try Probe(.tone, [.coarseTune: 1], modulators: [modulator, known])
      .note(seconds: 0.1)
    #expect(abs(audio.cents(near: 400) - 400) < 0.1)
  }

  // Proves modulator destination: SF2.04 §7.4, §9.5; bit for bit
  @Test(
    "Every generator can be modulated, in its own unit",
    arguments: AdditionTests.sound.keys)
  func destination(generator: Generator) throws {
    let amount: Int16 = generator == .coarseTune ? 3 : 20
    func render(_ value: Int16, _ modulators: [Modulator]) throws -> Audio {
      let values = AdditionTests.sound.merging([generator: value]) { $1 }
      var probe = Probe(
        .tone, instrument: values.map { .init($0.key, $0.value) }, modulators: modulators)
      probe.sampleRate = 8000
      probe.reading = .specification
      return try probe.note(key: 59, release: 0.15, seconds: 0.3)
    }
    let value = try #require(AdditionTests.sound[generator])
    let moved = try render(value, [Modulator(.none, generator, amount)])
    #expect(try moved == render(value + amount, []))
    #expect(try moved != render(value, []))
  }
}
