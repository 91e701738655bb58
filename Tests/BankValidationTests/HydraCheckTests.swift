import PeachBankValidation
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("Preset, instrument and zone checks")
struct HydraCheckTests {
  typealias Zone = SoundFontBuilder.Zone

  @Test("Banks without presets")
  func noPresets() {
    #expect(CheckedBank.broken { $0.presets = [] } == [.noPresets, .unusedInstrument])
  }

  @Test("Banks and programs out of range")
  func presetNumbers() {
    #expect(
      CheckedBank.broken { $0.presets.append(.init(program: 128, zones: [Zone(plays: 0)])) }
        == [.presetNumbers])
    #expect(CheckedBank.broken { $0.presets[0].bank = 129 } == [.presetNumbers])
    #expect(CheckedBank.broken { $0.presets[0].bank = 128 } == [])
  }

  @Test("Duplicate presets; presets without zones")
  func presets() {
    #expect(CheckedBank.broken { $0.presets.append($0.presets[0]) } == [.presetRepeated])
    #expect(
      CheckedBank.broken { $0.presets.append(.init(program: 1, zones: [])) } == [.presetEmpty])
  }

  @Test("Instruments without zones")
  func instrumentEmpty() {
    #expect(
      CheckedBank.broken {
        $0.instruments.append(.init("empty", zones: []))
        $0.presets[0].zones.append(Zone(plays: 1))
      } == [.instrumentEmpty])
  }

  @Test("Zones that refer to missing records")
  func dangling() {
    #expect(
      CheckedBank.broken { $0.presets[0].zones.append(Zone(plays: 1)) }
        == [.danglingInstrument])
    #expect(
      CheckedBank.broken { $0.instruments[0].zones.append(Zone(plays: 1)) }
        == [.danglingSample])
    #expect(BankRule.danglingSample.severity == .error)
  }

  @Test("Generators out of order: ranges that are not first, generators after the last")
  func zoneOrder() {
    let range = SoundFontBuilder.Setting(.keyRange, from: 0, to: 60)
    let velocities = SoundFontBuilder.Setting(.velocityRange, from: 0, to: 60)
    let pan = SoundFontBuilder.Setting(.pan, 1)
    func rules(_ zone: Zone) -> Set<BankRule> {
      CheckedBank.broken { $0.instruments[0].zones.append(zone) }
    }
    #expect(rules(Zone([range, velocities, pan], plays: 0)) == [])
    #expect(rules(Zone([velocities, pan], plays: 0)) == [])
    #expect(rules(Zone([pan, range], plays: 0)) == [.zoneOrder])
    #expect(rules(Zone([pan, velocities], plays: 0)) == [.zoneOrder])
    #expect(rules(Zone(plays: 0, after: [pan])) == [.zoneOrder])
  }

  @Test("A zone without a sample is global if it is the first of several, otherwise an error")
  func globalZones() {
    let global = Zone([.init(.pan, 1)], plays: nil)
    #expect(CheckedBank.broken { $0.instruments[0].zones.insert(global, at: 0) } == [])
    #expect(CheckedBank.broken { $0.instruments[0].zones.append(global) } == [.zoneWithoutTarget])
    #expect(CheckedBank.broken { $0.presets[0].zones.append(global) } == [.zoneWithoutTarget])
    #expect(
      CheckedBank.broken { $0.presets.append(.init(program: 1, zones: [global])) }
        == [.zoneWithoutTarget])
  }

  @Test("Empty ranges, and ranges beyond 127")
  func ranges() {
    for (low, high): (UInt8, UInt8) in [(61, 60), (0, 128)] {
      let range = SoundFontBuilder.Setting(.keyRange, from: low, to: high)
      #expect(
        CheckedBank.broken { $0.presets[0].zones.append(Zone([range], plays: 0)) } == [.emptyRange])
    }
  }

  @Test("Generators that are misplaced, unknown, out of range or duplicate")
  func generators() {
    func preset(_ settings: [SoundFontBuilder.Setting]) -> Set<BankRule> {
      CheckedBank.broken { $0.presets[0].zones.append(Zone(settings, plays: 0)) }
    }
    func instrument(_ settings: [SoundFontBuilder.Setting]) -> Set<BankRule> {
      CheckedBank.broken { $0.instruments[0].zones.append(Zone(settings, plays: 0)) }
    }
    #expect(preset([.init(.overridingRootKey, 60)]) == [.generatorLevel])
    #expect(instrument([.init(.overridingRootKey, 60)]) == [])
    #expect(instrument([.init(number: 41, amount: 0)]) == [.generatorLevel])
    #expect(instrument([.init(number: 77, amount: 0)]) == [.generatorUnknown])
    // §8.1.2 reserves these generators; using them is not a violation.
    #expect(instrument([.init(number: 14, amount: 0), .init(number: 59, amount: 1)]) == [])
    #expect(instrument([.init(.pan, 501)]) == [.generatorRange])
    #expect(instrument([.init(.pan, 500), .init(.volumeEnvelopeAttack, -32768)]) == [])
    #expect(instrument([.init(.pan, 1), .init(.pan, 2)]) == [.generatorRepeated])
  }

  @Test("Modulators with unknown fields, and invalid links")
  func modulators() {
    func rules(_ modulators: [Modulator]) -> Set<BankRule> {
      CheckedBank.broken { $0.instruments[0].zones[0].modulators = modulators }
    }
    func modulator(_ source: UInt16, _ destination: UInt16, _ transform: UInt16 = 0) -> Modulator {
      Modulator(
        source: source, destination: destination, amount: 1, amountSource: 0, transform: transform)
    }
    #expect(rules([modulator(0x81, 8)]) == [])
    #expect(rules([modulator(0x86, 8)]) == [.modulatorUnknown])
    #expect(rules([modulator(0x81, 53)]) == [.modulatorUnknown])
    #expect(rules([modulator(0x81, 8, 1)]) == [.modulatorUnknown])
    #expect(rules([modulator(0x81, 0x8001), modulator(127, 8)]) == [])
    #expect(rules([modulator(0x81, 0x8007)]) == [.modulatorLink])
    #expect(rules([modulator(0x81, 0x8001), modulator(0x82, 8)]) == [.modulatorLink])
    #expect(rules([modulator(127, 8)]) == [.modulatorLink])
    #expect(rules([modulator(127, 0x8001), modulator(127, 0x8000)]) == [.modulatorLink])
  }

  @Test("Unused instruments and samples")
  func unused() {
    #expect(
      CheckedBank.broken { $0.instruments.append(.init(zones: [Zone(plays: 0)])) }
        == [.unusedInstrument])
    #expect(CheckedBank.broken { $0.samples.append(CheckedBank.sine) } == [.unusedSample])
  }
}
