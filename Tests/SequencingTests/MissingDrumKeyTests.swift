import Foundation
import PeachInstrumentModel
import PeachMIDIEvents
import PeachSequencing
import PeachSynthesis
import SoundMeasurement
import Testing

/// Keys that a percussion kit lacks are played by the standard kit, as Microsoft's GS synthesizer
/// does (report 1680 of FluidSynth), and an option ends repeated notes, as a Sound Canvas does.
@Suite("Missing keys of drum kits, and repeated notes")
struct MissingDrumKeyTests {
  /// Kits: standard, 441 Hz on keys 30 to 50; number 25, 882 Hz on key 36, and on 40 for soft
  /// notes. Melodic: 220.5 Hz up to key 60.
  private static let bank: SoundBank = {
    func region(_ sample: Int, _ keys: ClosedRange<UInt8>, _ velocities: ClosedRange<UInt8>)
      -> Region
    {
      var region = Region(sample: sample)
      (region.keys, region.velocities) = (keys, velocities)
      region.generators[.sampleModes] = 1
      region.generators[.scaleTuning] = 0
      return region
    }
    let tones = [100, 50, 200].map { period in
      (
        frames: TestBank.frames(period: Double(period), count: 1000, partials: [0.5]),
        loop: 0..<1000 as Range<Int>?, rate: 44_100.0, root: UInt8(69)
      )
    }
    var bank = TestBank.bank(
      samples: tones,
      presets: [
        [region(2, 0...60, 0...127)], [region(0, 30...50, 0...127)],
        [region(1, 36...36, 0...127), region(1, 40...40, 0...20)],
      ])
    bank.presets[1] = Preset(identifier: PresetIdentifier(bank: 128, program: 0), name: "Standard")
    bank.presets[2] = Preset(identifier: PresetIdentifier(bank: 128, program: 25), name: "808")
    return bank
  }()

  private static func audio(
    _ events: [(tick: Int, bytes: [UInt8])], endsRepeatedNotes: Bool = false,
    of banks: BankStack = BankStack(bank)
  ) throws -> [Float] {
    let file = try Song.file(format: 0, end: 400, events)
    var configuration = SynthesizerConfiguration(
      sampleRate: 44_100, maximumVoices: 8, effects: false)
    configuration.endsRepeatedNotes = endsRepeatedNotes
    var song = try SongRenderer(
      file, banks: banks, decoder: nil, configuration: configuration)
    var (left, right) = ([Float](repeating: 0, count: 8_820), [Float](repeating: 0, count: 8_820))
    _ = song.render(left: &left, right: &right, count: 8_820)
    return left
  }

  /// Returns the frequency of a note on channel 10, or another one; 0 for silence.
  private static func hertz(
    program: UInt8, key: UInt8, velocity: UInt8 = 100, channel: UInt8 = 9,
    of banks: BankStack = BankStack(bank)
  ) throws -> Double {
    let audio = try audio(
      [(0, [0xC0 | channel, program]), (0, [0x90 | channel, key, velocity])], of: banks)
    return hertz(audio[2_000..<8_000])
  }

  private static func hertz(_ audio: ArraySlice<Float>) -> Double {
    if Level.peak(audio) < 1e-6 { return 0 }
    var (first, last, count) = (0, 0, 0)
    for frame in audio.indices.dropFirst() where audio[frame - 1] < 0 && audio[frame] >= 0 {
      if count == 0 { first = frame }
      (last, count) = (frame, count + 1)
    }
    return 44_100 * Double(count - 1) / Double(last - first)
  }

  // Proves song drum-fallback: Microsoft GS Wavetable Synth, FluidSynth report 1680; 0.1 Hz
  @Test("A key that a kit lacks is the standard kit's; a missing kit is the standard kit")
  func missingKey() throws {
    #expect(abs(try Self.hertz(program: 25, key: 36) - 882) < 0.1)
    #expect(abs(try Self.hertz(program: 25, key: 38) - 441) < 0.1)
    #expect(abs(try Self.hertz(program: 26, key: 36) - 441) < 0.1)
    // The standard kit lacks it, too.
    #expect(try Self.hertz(program: 25, key: 60) == 0)
    // A key with another layer is not missing: its layer of velocity 100 is silent by intent.
    #expect(abs(try Self.hertz(program: 25, key: 40, velocity: 20) - 882) < 0.1)
    #expect(try Self.hertz(program: 25, key: 40) == 0)
    // Only drums: key 61 of a melodic preset stays silent.
    #expect(try Self.hertz(program: 0, key: 61, channel: 0) == 0)
  }

  @Test("In a stack, the standard kit of another bank plays the missing key")
  func stack() throws {
    var kits = BankStack.Layer(Self.bank)
    kits.presets = [2]
    var standard = BankStack.Layer(Self.bank)
    standard.presets = [0, 1]
    let stack = BankStack([kits, standard])
    #expect(abs(try Self.hertz(program: 25, key: 36, of: stack) - 882) < 0.1)
    #expect(abs(try Self.hertz(program: 25, key: 38, of: stack) - 441) < 0.1)
    // Without a standard kit, the lowest one stands for it.
    #expect(try Self.hertz(program: 25, key: 38, of: BankStack([kits])) == 0)
  }

  @Test("A live synthesizer with all presets plays missing keys alike")
  func live() throws {
    let loader = InstrumentLoader(bank: Self.bank)
    let presets = try (0..<3).map { try loader.prepare(presetAt: $0) }
    var synthesizer = Synthesizer(
      SynthesizerConfiguration(sampleRate: 44_100, maximumVoices: 8, effects: false))
    synthesizer.install(ProgramTable(presets))
    synthesizer.handle(.programChange(channel: 9, program: 25))
    synthesizer.handle(.noteOn(channel: 9, key: 38, velocity: 100))
    var (left, right) = ([Float](repeating: 0, count: 8_820), [Float](repeating: 0, count: 8_820))
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return }
        synthesizer.render(left: left, right: right, count: 8_820)
      }
    }
    #expect(abs(Self.hertz(left[2_000..<8_000]) - 441) < 0.1)
  }

  // Proves song same-key: Sound Canvas owner's manuals, FluidSynth report 1196; 0.01 dB
  @Test("Repeated notes add up, or with the option the earlier one ends; other keys sound on")
  func repeatedNotes() throws {
    let once: [(tick: Int, bytes: [UInt8])] = [(0, [0x99, 38, 100])]
    let twice = once + [(20, [0x99, 38, 100])]
    let other = once + [(20, [0x99, 40, 100])]
    func level(
      _ events: [(tick: Int, bytes: [UInt8])], _ endsRepeatedNotes: Bool
    ) throws -> Double {
      Level.rootMeanSquare(
        try Self.audio(events, endsRepeatedNotes: endsRepeatedNotes)[6_615..<8_820])
    }
    let single = try level(once, false)
    #expect(abs(try level(twice, true) - single) < 0.01)
    #expect(try level(twice, false) > single + 1)
    #expect(abs(try level(other, true) - level(other, false)) < 0.01)
  }
}
