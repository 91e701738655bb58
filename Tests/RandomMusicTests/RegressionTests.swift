import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

/// Regression tests for faults that random cases have found, minimized.
@Suite("Regressions found by random cases")
struct RegressionTests {
  @Test("Overflowing chains of modulators leave the output finite")
  func chainBeyondAllNumbers() throws {
    // 32,767 to the power of twelve overflows Float; the difference of infinities is NaN.
    let chains = Self.chain(first: 0, amount: .max) + Self.chain(first: 12, amount: .min)
    let output = try Self.render(TestBank.tone { $0.modulators = chains })
    #expect(output.allSatisfy { $0.isFinite })
  }

  @Test("A note with more regions than the polyphony limit uses the limit", arguments: 1...5)
  func moreRegionsThanVoices(most: Int) throws {
    let bank = TestBank.bank(
      samples: [([Int16](repeating: 1000, count: 5000), nil, 48_000, 60)],
      presets: [[Region](repeating: Region(sample: 0), count: 4)])
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    var synthesizer = Synthesizer(SynthesizerConfiguration(maximumVoices: most))
    synthesizer.use(preset, onChannel: 0)
    for key in UInt8(50)..<60 {
      synthesizer.handle(.noteOn(channel: 0, key: key, velocity: 100))
      #expect(synthesizer.soundingVoiceCount == (key == 50 ? min(4, most) : most))
    }
    withExtendedLifetime(preset) {}
  }

  @Test("NaN and infinity from a decoder are silent")
  func decodedInfinity() throws {
    let sample = Sample(
      name: "", encoding: .compressed(0..<2), sampleRate: 48_000, rootKey: 60, loop: 0..<100)
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    region.generators[.initialFilterCutoff] = 9000
    let output = try Self.render(Self.bank(sample, region), key: 60) { _, _ in
      let odd: [Float] = [.nan, .infinity, -.infinity, .leastNonzeroMagnitude]
      return DecodedAudio(
        sampleRate: 48_000, channelCount: 1, values: (0..<100).map { $0 < 4 ? odd[$0] : 0.5 })
    }
    #expect(output.allSatisfy { $0.isFinite })
    #expect(Level.peak(output[...]) > 0.1)
  }

  @Test("A looped sample without data is silent", arguments: [0, 1, 3])
  func missingBytes(mode: Float) throws {
    let sample = Sample(
      name: "", encoding: .integer16(0..<2000), sampleRate: 48_000, rootKey: 60, loop: 10..<900)
    var region = Region(sample: 0)
    region.generators[.sampleModes] = mode
    let output = try Self.render(Self.bank(sample, region), key: 60)
    #expect(output.allSatisfy { $0 == 0 })
  }

  /// Returns twelve modulators, each a source of the previous one, and the first modulating the
  /// decay time.
  private static func chain(first: Int, amount: Int16) -> [Modulator] {
    var all: [Modulator] = []
    for index in 0..<12 {
      let isFed = index < 11
      all.append(
        Modulator(
          source: isFed ? 127 : 0, destination: 0x8000 | UInt16(max(first + index - 1, 0)),
          amount: .max, amountSource: 0, transform: 0))
    }
    all[0].destination = UInt16(Generator.volumeEnvelopeDecay.rawValue)
    all[0].amount = amount
    return all
  }

  /// A bank of one region and two bytes.
  private static func bank(_ sample: Sample, _ region: Region) -> SoundBank {
    SoundBank(
      information: .init(name: "fault"),
      presets: [Preset(identifier: PresetIdentifier(bank: 0, program: 0), name: "fault")],
      samples: [sample], storage: ByteStorage(copying: [1, 2]), regionSource: { _, _ in [region] })
  }

  private static func render(
    _ bank: SoundBank, key: UInt8 = 69, decoder: SampleDecoder? = nil
  ) throws -> [Float] {
    let preset = try InstrumentLoader(bank: bank, decoder: decoder).prepare(presetAt: 0)
    var synthesizer = Synthesizer(SynthesizerConfiguration())
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(.noteOn(channel: 0, key: key, velocity: 127))
    var output = [Float](repeating: .nan, count: 8000)
    output.withUnsafeMutableBufferPointer { output in
      guard let left = output.baseAddress else { return }
      synthesizer.render(left: left, right: left + 4000, count: 4000)
    }
    withExtendedLifetime(preset) {}
    return output
  }
}
