import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import TestEnvironment
import Testing

@Suite("Zone rules")
struct ZoneRuleTests {
  typealias Zone = SoundFontBuilder.Zone

  /// Returns a bank of one preset and one instrument with these zones, and three samples.
  private func builder(_ instrument: [Zone], _ preset: [Zone] = [Zone(plays: 0)])
    -> SoundFontBuilder
  {
    var builder = SoundFontBuilder.simple
    builder.samples = [SoundFontSample](repeating: builder.samples[0], count: 3)
    builder.instruments = [.init(zones: instrument)]
    builder.presets = [.init(zones: preset)]
    return builder
  }

  @Test("Unset generators have their defaults (§8.1.3)")
  func defaults() throws {
    let region = try #require(try builder([Zone(plays: 1)]).regions().first)
    #expect(region.generators == GeneratorValues())
    #expect(region.keys == 0...127 && region.velocities == 0...127 && region.sample == 1)
  }

  @Test("Instrument zones are absolute: local before global before default (§9.4)")
  func instrumentLevel() throws {
    let regions = try builder([
      Zone([.init(.pan, -300), .init(.fineTune, 7), .init(.scaleTuning, 50)], plays: nil),
      Zone([.init(.pan, 200)], plays: 0), Zone(plays: 1),
    ]).regions()
    #expect(regions.map { $0.generators[.pan] } == [200, -300])
    #expect(regions.map { $0.generators[.fineTune] } == [7, 7])
    #expect(regions.map { $0.generators[.scaleTuning] } == [50, 50])
    #expect(regions.map(\.sample) == [0, 1])
  }

  @Test("Preset zones are offsets: local replaces global, added to the instrument (§9.4)")
  func presetLevel() throws {
    let regions = try builder(
      [Zone([.init(.pan, 100), .init(.initialFilterCutoff, 9000)], plays: 0)],
      [
        Zone([.init(.pan, -50), .init(.initialFilterCutoff, -2000)], plays: nil),
        Zone(plays: 0), Zone([.init(.pan, 30)], plays: 0),
      ]
    ).regions()
    #expect(regions.map { $0.generators[.pan] } == [50, 130])
    #expect(regions.map { $0.generators[.initialFilterCutoff] } == [7000, 7000])
  }

  @Test("Every generator: set by the instrument, offset by the preset, clamped to its range")
  func everyGenerator() throws {
    for generator in Generator.allCases {
      if [.instrument, .sampleID, .keyRange, .velocityRange].contains(generator) { continue }
      // §8.1.1: presets cannot set sample and substitution generators.
      let isInstrumentOnly =
        [0, 1, 2, 3, 4, 12, 45, 46, 47, 50, 54, 57, 58].contains(generator.rawValue)
      let range = generator.range
      for (set, moved): (Int16, Int16) in [
        (1, 0), (2, 1), (-3, 1), (100, -30), (32767, 32767), (-32768, -32768), (32767, -1),
      ] {
        let region = try #require(
          try builder(
            [Zone([.init(generator, set)], plays: 0)],
            [Zone([.init(generator, moved)], plays: 0)]
          ).regions(reading: .specification).first)
        // Two low bits of the sample mode count (§8.1.2).
        let own = generator == .sampleModes ? Float(set & 3) : Float(set)
        let sum = own + (isInstrumentOnly ? 0 : Float(moved))
        let clamped = min(max(sum, range.lowerBound), range.upperBound)
        #expect(region.generators[generator] == clamped, "\(generator) \(set) \(moved)")
      }
    }
  }

  @Test("Attenuation of zones is scaled by 0.4, except in specification mode")
  func attenuation() throws {
    let builder = builder(
      [Zone([.init(.initialAttenuation, 200)], plays: 0)],
      [Zone([.init(.initialAttenuation, 50)], plays: 0)])
    #expect(try builder.regions()[0].generators[.initialAttenuation] == 100)
    let literal = try builder.regions(reading: .specification)[0]
    #expect(literal.generators[.initialAttenuation] == 250)
  }

  @Test("A negative sum of attenuations is 0 (§9.4), except for FluidSynth's interface")
  func negativeAttenuation() throws {
    let builder = builder(
      [Zone([.init(.initialAttenuation, 20)], plays: 0)],
      [Zone([.init(.initialAttenuation, -120)], plays: 0)])
    #expect(try builder.regions()[0].generators[.initialAttenuation] == 0)
    let region = try builder.regions(reading: .fluidSynth)[0]
    #expect(region.generators[.initialAttenuation] == -40)
  }

  @Test("Key and velocity ranges intersect between levels; local ranges replace global ones")
  func ranges() throws {
    func range(_ keys: (UInt8, UInt8), _ velocities: (UInt8, UInt8)) -> [SoundFontBuilder.Setting] {
      [
        .init(.keyRange, from: keys.0, to: keys.1),
        .init(.velocityRange, from: velocities.0, to: velocities.1),
      ]
    }
    let regions = try builder(
      [
        Zone(range((0, 100), (10, 20)), plays: nil),
        Zone(range((0, 59), (0, 63)), plays: 0), Zone(range((60, 127), (64, 127)), plays: 1),
        Zone(plays: 2),
      ],
      [Zone(range((40, 80), (32, 100)), plays: 0), Zone(range((0, 10), (64, 255)), plays: 0)]
    ).regions()
    // Two of six pairs share keys and velocities, and the global range (0…100, 10…20) shares no
    // velocity with either of the preset's.
    #expect(regions.map(\.sample) == [0, 1])
    #expect(regions.map(\.keys) == [40...59, 60...80])
    #expect(regions.map(\.velocities) == [32...63, 64...100])
    let inherited = try builder([Zone(range((1, 2), (3, 4)), plays: nil), Zone(plays: 0)])
      .regions()
    #expect(inherited.map(\.keys) == [1...2] && inherited.map(\.velocities) == [3...4])
  }

  @Test("A reversed range drops its zone, with a warning; ranges are clamped to 127")
  func backwardRanges() throws {
    let bank = try builder([
      Zone([.init(.keyRange, from: 60, to: 50)], plays: 0),
      Zone([.init(.velocityRange, from: 2, to: 1)], plays: 0),
      Zone([.init(.keyRange, from: 200, to: 255)], plays: 0),
      Zone([.init(.keyRange, from: 100, to: 255)], plays: 1),
    ]).bank()
    let regions = bank.regions(ofPresetAt: 0)
    #expect(regions.map(\.sample) == [1] && regions.map(\.keys) == [100...127])
    #expect(bank.warnings.count == 3)
  }

  // Proves file zone-order: SF2.04 §7.5; exact
  @Test("A key range counts only first, a velocity range only first or after it (§7.5)")
  func rangeOrder() throws {
    let keys = SoundFontBuilder.Setting(.keyRange, from: 1, to: 2)
    let velocities = SoundFontBuilder.Setting(.velocityRange, from: 3, to: 4)
    let pan = SoundFontBuilder.Setting(.pan, 9)
    let regions = try builder([
      Zone([keys, velocities, pan], plays: 0), Zone([velocities, keys], plays: 0),
      Zone([pan, keys, velocities], plays: 0), Zone([keys, pan, velocities], plays: 0),
      Zone([velocities, pan], plays: 0),
    ]).regions()
    let all: ClosedRange<UInt8> = 0...127
    #expect(regions.map(\.keys) == [1...2, all, all, 1...2, all])
    #expect(regions.map(\.velocities) == [3...4, 3...4, all, all, 3...4])
  }

  // Proves file duplicates: SF2.04 §7.5; exact
  @Test("The last of two equal generators counts; unknown generators are ignored (§7.5)")
  func duplicatesAndUnknown() throws {
    let unknown: [SoundFontBuilder.Setting] = [14, 18, 19, 20, 42, 49, 55, 59, 60, 61, 255, 65535]
      .map { .init(number: $0, amount: 5) }
    let region = try builder([
      Zone([.init(.pan, 1), .init(.pan, 2)] + unknown, plays: 0)
    ]).regions()[0]
    var expected = GeneratorValues()
    expected[.pan] = 2
    #expect(region.generators == expected)
  }

  // Proves file zone-order: SF2.04 §7.5, §7.9; exact
  @Test("Generators after the sample or instrument are ignored (§7.5, 7.9)")
  func afterTerminal() throws {
    let region = try builder(
      [Zone([.init(.pan, 1)], plays: 0, after: [.init(.pan, 50), .init(.sampleID, 2)])],
      [Zone(plays: 0, after: [.init(.pan, 50), .init(.instrument, 9)])]
    ).regions()[0]
    #expect(region.generators[.pan] == 1 && region.sample == 0)
  }

  @Test("A zone without sample or instrument is global if first of several, otherwise ignored")
  func globalZones() throws {
    let global = Zone([.init(.pan, 100)], plays: nil)
    let late = try builder([Zone(plays: 0), global, Zone(plays: 1)]).bank()
    #expect(late.regions(ofPresetAt: 0).map { $0.generators[.pan] } == [0, 0])
    #expect(late.warnings.count == 1)
    let two = try builder([global, Zone([.init(.pan, 7)], plays: nil), Zone(plays: 1)]).bank()
    #expect(two.regions(ofPresetAt: 0).map { $0.generators[.pan] } == [100])
    let alone = try builder([global]).bank()
    #expect(alone.regions(ofPresetAt: 0).isEmpty && alone.warnings.count == 1)
    let upper = try builder([Zone(plays: 0)], [Zone(plays: 0), global, global]).bank()
    #expect(upper.regions(ofPresetAt: 0).map { $0.generators[.pan] } == [0])
    #expect(upper.warnings.count == 2)
  }

  @Test("A zone with an invalid sample or instrument index is ignored, with a warning")
  func missingTargets() throws {
    let bank = try builder([Zone(plays: 3), Zone(plays: 2), Zone(plays: 65535)]).bank()
    #expect(bank.regions(ofPresetAt: 0).map(\.sample) == [2] && bank.warnings.count == 2)
    let other = try builder([Zone(plays: 0)], [Zone(plays: 1), Zone(plays: 0)]).bank()
    #expect(other.regions(ofPresetAt: 0).count == 1 && other.warnings.count == 1)
  }

  // Proves file duplicates: SF2.04 §7.2; exact
  @Test("Presets are sorted; the first of two with the same numbers counts (§7.2)")
  func presetOrder() throws {
    var builder = builder([Zone(plays: 0)])
    builder.presets = [(128, 0), (0, 5), (1, 0), (0, 5), (0, 128), (0, 0)].enumerated().map {
      .init("p\($0)", bank: $1.0, program: $1.1, zones: [Zone([.init(.pan, Int16($0))], plays: 0)])
    }
    builder.presets.append(.init("empty", bank: 3, program: 3, zones: []))
    let bank = try builder.bank()
    #expect(bank.presets.map(\.name) == ["p5", "p1", "p2", "p0"])
    #expect(
      bank.presets.indices.map { bank.regions(ofPresetAt: $0)[0].generators[.pan] }
        == [5, 1, 2, 0])
    // One duplicate, one with program 128, one without zones; all stay in the file's own list.
    #expect(bank.warnings.count == 3)
    #expect(try builder.chunks.read().presets.count == 7)
  }

  @Test("A bank of a few kilobytes cannot request billions of regions")
  func regionLimit() throws {
    let many = [Zone](repeating: Zone(plays: 0), count: 2000)
    let time = try cpuTime {
      let bank = try builder(many, many).bank()
      #expect(bank.regions(ofPresetAt: 0).count < 70_000)
      #expect(bank.warnings.count == 1)
    }
    #expect(time < .seconds(5))
  }
}
