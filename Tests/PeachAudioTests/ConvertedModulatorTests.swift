import Foundation
import PeachInstrumentModel
import PeachServices
import SoundFontFixtures
import SoundMeasurement
import TestEnvironment
import Testing

/// Presets that differ in one property each, played before and after conversion to SFZ and back.
@Suite("Playback of converted modulators")
struct ConvertedModulatorTests {
  private typealias Setting = SoundFontBuilder.Setting

  private struct Kind {
    var name: String
    var settings: [Setting] = []
    var modulators: [Modulator] = []
  }

  private static func modulator(
    _ source: UInt16, _ generator: Generator, _ amount: Int16, by second: UInt16 = 0
  ) -> Modulator {
    Modulator(
      source: source, destination: UInt16(generator.rawValue), amount: amount, amountSource: second,
      transform: 0)
  }

  private static var kinds: [Kind] {
    sourceKinds() + envelopeKinds() + controllerKinds() + noteKinds()
  }

  /// Returns a cutoff and a level for each source and curve (SF2.04 §8.2).
  private static func sourceKinds() -> [Kind] {
    var kinds: [Kind] = []
    for curve in [0, 1, 2, 3] as [UInt16] {
      for (name, bits) in [
        ("controller 20", 0x94), ("controller 20 reversed", 0x194),
        ("controller 20 bipolar", 0x294), ("velocity", 2), ("key", 3),
      ] as [(String, UInt16)] {
        let source = curve << 10 | bits
        kinds.append(
          Kind(
            name: "cutoff by \(name), curve \(curve)",
            settings: [.init(.initialFilterCutoff, 7200)],
            modulators: [modulator(source, .initialFilterCutoff, 2400)]))
        // 24 dB, because a level at full scale would be limited.
        kinds.append(
          Kind(
            name: "level by \(name), curve \(curve)", settings: [.init(.initialAttenuation, 600)],
            modulators: [modulator(source, .initialAttenuation, 240)]))
      }
    }
    return kinds
  }

  private static func envelopeKinds() -> [Kind] {
    let decay: [Setting] = [.init(.volumeEnvelopeDecay, 600), .init(.volumeEnvelopeSustain, 600)]
    let filter: [Setting] = [
      .init(.initialFilterCutoff, 7200), .init(.modulationEnvelopeToFilterCutoff, 2400),
    ]
    var kinds: [Kind] = []
    kinds.append(
      Kind(name: "decay by key", settings: decay + [.init(.keyToVolumeEnvelopeDecay, 60)]))
    let hold: [Setting] = [.init(.volumeEnvelopeHold, -3000), .init(.keyToVolumeEnvelopeHold, 60)]
    kinds.append(Kind(name: "hold by key", settings: decay + hold))
    let fall: [Setting] = [
      .init(.modulationEnvelopeDecay, -1200), .init(.modulationEnvelopeSustain, 900),
      .init(.keyToModulationEnvelopeDecay, 60),
    ]
    kinds.append(Kind(name: "filter envelope by key", settings: filter + fall))
    kinds.append(
      Kind(
        name: "attack by velocity", settings: [.init(.volumeEnvelopeAttack, -6000)],
        modulators: [modulator(2, .volumeEnvelopeAttack, 3600)]))
    kinds.append(
      Kind(
        name: "decay by controller", settings: decay,
        modulators: [modulator(0x94, .volumeEnvelopeDecay, -2400)]))
    kinds.append(
      Kind(
        name: "sustain by controller", settings: [.init(.volumeEnvelopeDecay, -1200)],
        modulators: [modulator(0x94, .volumeEnvelopeSustain, 200)]))
    kinds.append(
      Kind(
        name: "modulation attack by velocity",
        settings: filter + [.init(.modulationEnvelopeAttack, -4800)],
        modulators: [modulator(2, .modulationEnvelopeAttack, 3600)]))
    kinds.append(
      Kind(
        name: "filter envelope by controller",
        settings: [.init(.initialFilterCutoff, 7200), .init(.modulationEnvelopeAttack, -2400)],
        modulators: [modulator(0x94, .modulationEnvelopeToFilterCutoff, 2400)]))
    return kinds
  }

  private static func controllerKinds() -> [Kind] {
    let slow: [Setting] = [.init(.modulationLFOFrequency, -600)]
    var kinds: [Kind] = []
    kinds.append(
      Kind(
        name: "tremolo by controller", settings: slow,
        modulators: [modulator(0x94, .modulationLFOToVolume, 120)]))
    kinds.append(
      Kind(
        name: "fast LFO",
        settings: [.init(.modulationLFOFrequency, 4500), .init(.modulationLFOToPitch, 50)]))
    kinds.append(
      Kind(
        name: "LFO frequency by controller", settings: slow + [.init(.modulationLFOToVolume, 60)],
        modulators: [modulator(0x94, .modulationLFOFrequency, 1200)]))
    kinds.append(
      Kind(
        name: "resonance by controller", settings: [.init(.initialFilterCutoff, 7200)],
        modulators: [modulator(0x94, .initialFilterResonance, 200)]))
    kinds.append(
      Kind(name: "pan by controller 7", modulators: [modulator(0x87, .pan, 300)]))
    kinds.append(
      Kind(
        name: "volume by half the amount",
        modulators: [modulator(0x0587, .initialAttenuation, 480)]))
    return kinds
  }

  private static func noteKinds() -> [Kind] {
    var kinds = [Kind(name: "plain")]
    kinds.append(
      Kind(name: "start by velocity", modulators: [modulator(2, .startAddressOffset, 2000)]))
    kinds.append(
      Kind(
        name: "overriding key", settings: [.init(.overridingKey, 65)],
        modulators: [modulator(3, .pan, 400)]))
    kinds.append(Kind(name: "overriding velocity", settings: [.init(.overridingVelocity, 60)]))
    kinds.append(
      Kind(name: "no velocity", modulators: [modulator(0x0502, .initialAttenuation, 0)]))
    kinds.append(
      Kind(
        name: "less velocity", settings: [.init(.initialAttenuation, 60)],
        modulators: [modulator(0x0502, .initialAttenuation, 400)]))
    kinds.append(
      Kind(name: "no pitch bend", modulators: [modulator(0x020E, .fineTune, 0, by: 0x0010)]))
    kinds.append(Kind(name: "pitch by key pressure", modulators: [modulator(10, .fineTune, 200)]))
    return kinds
  }

  private static let bank: Result<SoundBank, any Error> = Result {
    let kinds = Self.kinds
    var builder = SoundFontBuilder()
    // Noise, so that filters, levels and pitch are all audible.
    var state: UInt32 = 1
    let frames = (0..<44_100).map { _ -> Int16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> 18)
    }
    builder.samples = [SoundFontSample(frames: frames, loop: 1000..<43_000)]
    builder.instruments = kinds.map {
      .init(zones: [
        .init($0.settings + [Setting(.sampleModes, 1)], modulators: $0.modulators, plays: 0)
      ])
    }
    builder.presets = kinds.indices.map {
      .init(program: UInt16($0), zones: [.init(plays: UInt16($0))])
    }
    return try InstrumentFile.read(ByteStorage(copying: builder.chunks.file))
  }

  /// Renders three keys at two velocities while controllers change.
  private static func sound(_ bank: SoundBank, _ index: Int) throws -> [Float] {
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: index)
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: 48_000, effects: false, limiter: false))
    synthesizer.use(preset, onChannel: 0)
    var sound: [Float] = []
    var left = [Float](repeating: 0, count: 9600)
    var right = left
    func render() {
      synthesizer.render(left: &left, right: &right, count: 9600)
      sound += left + right
    }
    for key in [40, 60, 76] as [UInt8] {
      for velocity in [40, 110] as [UInt8] {
        for controller in [7, 20] as [UInt8] {
          synthesizer.handle(
            .controlChange(channel: 0, controller: controller, value: controller == 7 ? 100 : 0))
        }
        synthesizer.handle(.noteOn(channel: 0, key: key, velocity: velocity))
        render()
        synthesizer.handle(.controlChange(channel: 0, controller: 20, value: 90))
        synthesizer.handle(.keyPressure(channel: 0, key: key, value: 60))
        synthesizer.handle(.pitchBend(channel: 0, value: 10_000))
        render()
        synthesizer.handle(.controlChange(channel: 0, controller: 7, value: 60))
        render()
        synthesizer.handle(.pitchBend(channel: 0, value: 8192))
        synthesizer.handle(.keyPressure(channel: 0, key: key, value: 0))
        synthesizer.handle(.noteOff(channel: 0, key: key))
        render()
      }
    }
    return withExtendedLifetime(preset) { sound }
  }

  private static func expectSame(_ one: [Float], _ other: [Float], _ what: String) {
    let correlation = Level.correlation(one, other)
    let decibels = Level.rootMeanSquare(other[...]) - Level.rootMeanSquare(one[...])
    #expect(correlation >= 0.98 && abs(decibels) <= 1, "\(what): \(correlation), \(decibels) dB")
  }

  @Test(
    "Every kind of modulator plays alike as SFZ, and as SFZ converted to SoundFont or reported",
    arguments: TestScale.cases(
      short: Array(stride(from: 0, to: kinds.count, by: 3)), full: Array(kinds.indices)))
  func presets(index: Int) throws {
    let bank = try Self.bank.get()
    let name = Self.kinds[index].name
    let original = try Self.sound(bank, index)
    let folder = try TemporaryFolder()
    let conversion = try SFZConversion(bank, presetAt: index, path: folder.path("a.sfz"))
    let losses = conversion.losses.filter { $0.regionCount > 0 }
    #expect(losses.isEmpty, "\(name): \(losses)")
    try conversion.write(bank, to: folder.path("a.sfz"))
    let text = try SoundBank(contentsOf: folder.path("a.sfz"))
    Self.expectSame(original, try Self.sound(text, 0), name)
    let converted = try ConvertedBank(text, decoder: nil)
    let reported = converted.losses.filter { $0.regionCount > 0 && $0.what != "velocity curves" }
    #expect(reported.allSatisfy { $0.effect != nil }, "\(name): \(reported)")
    if !reported.isEmpty { return }
    try SoundFontWriter(converted.contents).write(to: folder.path("b.sf2"))
    let again = try SoundBank(contentsOf: folder.path("b.sf2"))
    Self.expectSame(original, try Self.sound(again, 0), name + ", back")
  }
}
