import PeachInstrumentModel
import SoundFontFixtures
import Testing

/// SoundFont 2.04 §8.1.1, §8.5 and §9.4: the effect of a generator at both levels.
///
/// Every generator is audible in this probe, so that equal output means equal values.
@Suite("Preset and instrument generators")
struct AdditionTests {
  static let sound: [Generator: Int16] = [
    .modulationLFOToPitch: 50, .vibratoLFOToPitch: 30, .modulationEnvelopeToPitch: 200,
    .initialFilterCutoff: 9000, .initialFilterResonance: 60, .modulationLFOToFilterCutoff: 600,
    .modulationEnvelopeToFilterCutoff: 1200, .modulationLFOToVolume: 30, .pan: 100,
    .modulationLFODelay: -7000, .modulationLFOFrequency: 200, .vibratoLFODelay: -7200,
    .vibratoLFOFrequency: 300, .modulationEnvelopeDelay: -7500, .modulationEnvelopeAttack: -7500,
    .modulationEnvelopeHold: -7500, .modulationEnvelopeDecay: -4000,
    .modulationEnvelopeSustain: 400, .modulationEnvelopeRelease: -4000,
    .keyToModulationEnvelopeHold: 50, .keyToModulationEnvelopeDecay: 50,
    .volumeEnvelopeDelay: -8000, .volumeEnvelopeAttack: -7500, .volumeEnvelopeHold: -7500,
    .volumeEnvelopeDecay: -1500, .volumeEnvelopeSustain: 80, .volumeEnvelopeRelease: -1500,
    .keyToVolumeEnvelopeHold: 50, .keyToVolumeEnvelopeDecay: 50, .initialAttenuation: 100,
    .coarseTune: -2, .fineTune: 30, .scaleTuning: 90,
  ]

  /// Renders the probe with other generator values.
  static func render(
    _ changes: [Generator: Int16], preset: [Generator: Int16] = [:], seconds: Double = 0.3
  ) throws -> Audio {
    let values = sound.merging(changes) { $1 }.sorted { $0.key.rawValue < $1.key.rawValue }
    var probe = Probe(
      .tone, instrument: values.map { .init($0.key, $0.value) },
      preset: preset.map { .init($0.key, $0.value) })
    probe.sampleRate = 8000
    return try probe.note(key: 59, release: seconds / 2, seconds: seconds)
  }

  // Proves level addition: SF2.04 §9.4; bit for bit
  @Test("A preset's value is added to its instrument's", arguments: sound.keys)
  func addition(generator: Generator) throws {
    let value = try #require(Self.sound[generator])
    let step: Int16 = generator == .coarseTune ? 1 : 20
    let whole = try Self.render([:])
    #expect(try Self.render([generator: value - step], preset: [generator: step]) == whole)
    #expect(try Self.render([generator: value + step], preset: [generator: -step]) == whole)
    #expect(try Self.render([generator: value - step]) != whole)
  }

  /// Minimum and maximum from the table of §8.1.3. Inaudible limits are omitted: delays of 18 s and
  /// more, and sustain levels below 100 dB.
  static let ranges: [(Generator, least: Int16?, most: Int16?)] = [
    (.modulationLFOToPitch, -12_000, 12_000), (.vibratoLFOToPitch, -12_000, 12_000),
    (.modulationEnvelopeToPitch, -12_000, 12_000), (.initialFilterCutoff, 1500, nil),
    (.initialFilterResonance, 0, 960), (.modulationLFOToFilterCutoff, -12_000, 12_000),
    (.modulationEnvelopeToFilterCutoff, -12_000, 12_000), (.modulationLFOToVolume, -960, 960),
    (.pan, -500, 500), (.modulationLFODelay, -12_000, nil),
    (.modulationLFOFrequency, -16_000, 4500), (.vibratoLFODelay, -12_000, nil),
    (.vibratoLFOFrequency, -16_000, 4500), (.modulationEnvelopeDelay, -12_000, nil),
    (.modulationEnvelopeAttack, -12_000, 8000), (.modulationEnvelopeHold, -12_000, nil),
    (.modulationEnvelopeDecay, -12_000, 8000), (.modulationEnvelopeSustain, 0, 1000),
    (.modulationEnvelopeRelease, -12_000, 8000), (.keyToModulationEnvelopeHold, -1200, 1200),
    (.keyToModulationEnvelopeDecay, -1200, 1200), (.volumeEnvelopeDelay, -12_000, nil),
    (.volumeEnvelopeAttack, -12_000, 8000), (.volumeEnvelopeHold, -12_000, nil),
    (.volumeEnvelopeDecay, -12_000, 8000), (.volumeEnvelopeSustain, 0, nil),
    (.volumeEnvelopeRelease, -12_000, 8000), (.keyToVolumeEnvelopeHold, -1200, 1200),
    (.keyToVolumeEnvelopeDecay, -1200, 1200), (.initialAttenuation, 0, 1440),
    (.coarseTune, -120, 120), (.fineTune, -99, 99), (.scaleTuning, 0, 1200),
  ]

  // Proves level clamping: SF2.04 §8.1.3, §9.4; bit for bit
  @Test("The sum is clamped to the useful range", arguments: ranges)
  func clamping(generator: Generator, least: Int16?, most: Int16?) throws {
    // Ten octaves from key 60 are audible with a root key that far away. A tenth of a second of a
    // delay of 90 s is silent.
    let isTuning = generator == .coarseTune
    let seconds = generator == .modulationEnvelopeAttack ? 1.2 : 0.3
    func render(root: Int16, _ value: Int16, _ offset: Int16 = 0) throws -> Audio {
      try Self.render(
        [generator: value, .overridingRootKey: isTuning ? root : 60],
        preset: offset == 0 ? [:] : [generator: offset], seconds: seconds)
    }
    let step: Int16 = (most ?? 5000) > 1000 ? 200 : 20
    if let least {
      let limit = try render(root: 0, least)
      #expect(try render(root: 0, least, -300) == limit)
      #expect(try render(root: 0, least + 200, -1000) == limit)
      #expect(try render(root: 0, least + (least == -12_000 ? 4000 : step)) != limit)
    }
    if let most {
      let limit = try render(root: 127, most)
      #expect(try render(root: 127, most, 300) == limit)
      #expect(try render(root: 127, most - 20, 1000) == limit)
      #expect(try render(root: 127, most - step) != limit)
    }
  }

  // Proves level sample-only: SF2.04 §8.1.1; bit for bit
  @Test(
    "Sample, key and velocity overrides are ignored in presets",
    arguments: [
      (.startAddressOffset, 10), (.endAddressOffset, -400), (.startLoopAddressOffset, 7),
      (.endLoopAddressOffset, -13), (.startAddressCoarseOffset, 1), (.endAddressCoarseOffset, -1),
      (.startLoopAddressCoarseOffset, 1), (.endLoopAddressCoarseOffset, -1), (.sampleModes, 3),
      (.exclusiveClass, 1), (.overridingKey, 40), (.overridingVelocity, 20),
      (.overridingRootKey, 50),
    ] as [(Generator, Int16)])
  func ignored(generator: Generator, value: Int16) throws {
    #expect(try Self.render([:], preset: [generator: value]) == Self.render([:]))
  }

  // Proves generator 14, 18, 19, 20, 42, 49, 55, 59, 60: SF2.04 §8.1.2; bit for bit
  @Test(
    "Unused and reserved generators have no effect, at either level",
    arguments: [14, 18, 19, 20, 42, 49, 55, 59, 60] as [UInt16])
  func unused(number: UInt16) throws {
    let setting = SoundFontBuilder.Setting(number: number, amount: 100)
    let plain = try Probe(.tone).note(seconds: 0.05)
    #expect(try Probe(.tone, instrument: [setting]).note(seconds: 0.05) == plain)
    #expect(try Probe(.tone, instrument: [], preset: [setting]).note(seconds: 0.05) == plain)
  }

  // Proves level global: SF2.04 §7.3, §7.7, §9.4; bit for bit
  @Test("A zone overrides its global zone, at both levels")
  func global() throws {
    func probe(_ change: (inout SoundFontBuilder) -> Void) throws -> Audio {
      var probe = Probe(.tone, [.coarseTune: 3], preset: [.fineTune: 20])
      change(&probe.file)
      return try probe.note(seconds: 0.05)
    }
    let plain = try probe { _ in }
    let global = try probe {
      $0.instruments[0].zones.insert(.init([.init(.coarseTune, 9)], plays: nil), at: 0)
      $0.presets[0].zones.insert(.init([.init(.fineTune, 50)], plays: nil), at: 0)
    }
    #expect(global == plain)
    let inherited = try probe {
      $0.instruments[0].zones.insert(.init([.init(.fineTune, 10)], plays: nil), at: 0)
      $0.presets[0].zones.insert(.init([.init(.coarseTune, -1)], plays: nil), at: 0)
    }
    #expect(abs(inherited.cents(near: 230) - 230) < 0.1)
  }
}
