import Foundation
import PeachBankEditing
import PeachInstrumentFiles
import PeachInstrumentModel
import SoundFontFixtures
import Testing

@Suite("Conversion of SFZ to SoundFont")
struct ConversionToSoundFontTests {
  private typealias Fixture = ConversionFixture

  /// Returns the sum of a generator and its linear modulators by a controller (SF2.04 §9.5.3).
  private static func value(
    _ region: Region, _ generator: Generator, controller: UInt16, at position: Int
  ) -> Double {
    region.modulators.reduce(Double(region.generators[generator])) { sum, modulator in
      guard modulator.destination == UInt16(generator.rawValue), modulator.amountSource == 0 else {
        return sum
      }
      let amount = Double(modulator.amount)
      switch modulator.source {
      case 0: return sum + amount
      case 0x0080 | controller: return sum + amount * Double(position) / 128
      case 0x0C80 | controller: return sum + (position < 64 ? 0 : amount * 127 / 128)
      default: return sum
      }
    }
  }

  private static func cents(_ hertz: Double) -> Double { 1200 * log2(hertz / 8.17579891564371) }

  // The predefined curves of sfzformat.com: 1 is −1…1, 2 is 1…0, 3 is 1…−1.
  @Test(
    "A controller moves the filter cutoff by the cents of cutoff_oncc",
    arguments: [0, 1, 2, 3, 10], [1, 20, 74] as [UInt16])
  func controlledCutoff(curve: Int, controller: UInt16) throws {
    let step = (0...127).map { "v\(String(format: "%03d", $0))=\($0 < 64 ? 0.25 : 1)" }
    let converted = try Fixture.regionsInSoundFont(
      """
      <region> sample=1.wav cutoff=1000 cutoff_oncc\(controller)=2400 \
      cutoff_curvecc\(controller)=\(curve)
      <curve> curve_index=10 \(step.joined(separator: " "))
      """)
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    for position in 0...127 {
      let x = Double(position) / 127
      let factor = [x, 2 * x - 1, 1 - x, 1 - 2 * x].dropFirst(curve).first
      let expected = Self.cents(1000) + 2400 * (factor ?? (position < 64 ? 0.25 : 1))
      let value = Self.value(
        converted.regions[0], .initialFilterCutoff, controller: controller, at: position)
      #expect(abs(value - expected) < 1.5, "position \(position)")
    }
  }

  @Test(
    "A controller of the cutoff without an equivalent modulator is reported in cents",
    arguments: [
      // An initial value other than MIDI's.
      ("<control> set_cc20=64", "cutoff_oncc20=1270", 640),
      // x² is 0 initially.
      ("", "cutoff_oncc1=1200 cutoff_curvecc1=4", 1200),
      // SF2.04 §8.2.1 forbids controllers 120 to 127.
      ("", "cutoff_oncc120=900", 900),
    ])
  func reportedCutoff(control: String, opcodes: String, cents: Double) throws {
    let converted = try Fixture.regionsInSoundFont(
      "\(control) <region> sample=1.wav cutoff=1000 \(opcodes)")
    let loss = try #require(converted.losses.first)
    #expect(converted.losses.count == 1 && loss.what == "controllers of the filter cutoff")
    #expect(abs(try #require(loss.amount(in: .cents)) - cents) < 1)
  }

  @Test("Key tracking of the cutoff follows every key within 0.4 %")
  func keyTracking() throws {
    // 500 Hz less 60 semitones is below the range of generator 8.
    for (hertz, tracking, tolerance) in [(500, 100, 27), (5000, 25, 1.5)]
      as [(Double, Double, Double)]
    {
      let converted = try Fixture.regionsInSoundFont(
        "<region> sample=1.wav cutoff=\(hertz) fil_keytrack=\(tracking)")
      #expect(converted.losses.isEmpty, "\(converted.losses)")
      let region = converted.regions[0]
      for key in [0, 24, 48, 60, 72, 96, 127] {
        let offset = region.modulators.reduce(0.0) { sum, modulator in
          let amount = Double(modulator.amount)
          // Bipolar: −1 at 0, 0 at 64, 127/128 at 127 (§9.5.3).
          let bipolar = key < 64 ? Double(key - 64) / 64 : Double(key - 64) / 63 * 127 / 128
          switch modulator.source {
          case 3: return sum + amount * Double(key) / 128
          case 0x0203: return sum + amount * bipolar
          default: return sum
          }
        }
        let value = Double(region.generators[.initialFilterCutoff]) + offset
        let expected = Self.cents(hertz) + tracking * Double(key - 60)
        #expect(abs(value - expected) < tolerance, "key \(key)")
      }
    }
  }

  // The unit of the matrix is 12 cents of cutoff.
  @Test("A controller of an EXS24 filter moves the cutoff by the same cents in SF2 and SFZ")
  func samplerFilter() throws {
    var builder = EXS24Builder()
    builder.addInstrument("filter")
    builder.addZone("z", keys: 0...127, flags: 1)
    builder.addSample("1.wav", folder: "")
    // The filter is on, with two poles; row 1 of the matrix: controller 1 to cutoff by 200.
    builder.addParameters(
      [(0x2C, 1), (0x1E, 340), (0xF3, 2), (0xAD, 8), (0xAE, 1), (0xAF, -1), (0xB1, 200)])
    let bank = try Fixture.bank(builder.bytes)
    let base = try #require(bank.regions(ofPresetAt: 0).first)
    let region = try #require(try Fixture.regionsInSoundFont(bank).regions.first)
    for position in [0, 64, 127] {
      let cutoff = Double(base.generators[.initialFilterCutoff]) + 2400 * Double(position) / 127
      let value = Self.value(region, .initialFilterCutoff, controller: 1, at: position)
      // 127/128 of the amount.
      #expect(abs(value - cutoff) < 20)
      let text = try #require(try Fixture.regionsInSFZ(bank).regions.first)
      let offset = Fixture.offset(
        text, .generator(.initialFilterCutoff), .controller(1), at: position)
      #expect(abs(Double(text.generators[.initialFilterCutoff]) + offset - cutoff) < 20)
    }
  }

  @Test("A controller of an omitted filter does not become one of a low-pass filter")
  func omittedFilter() throws {
    let converted = try Fixture.regionsInSoundFont(
      "<region> sample=1.wav cutoff=880 fil_type=hpf_2p cutoff_oncc20=-2400")
    #expect(converted.losses.map(\.what) == ["filters other than low-pass"])
    #expect(!converted.regions[0].modulators.contains { $0.destination == 8 })
  }

  @Test("Controllers that start at MIDI's initial value keep modulating")
  func initialValue() throws {
    let converted = try Fixture.regionsInSoundFont(
      "<region> sample=1.wav amplitude_oncc11=100 tune_oncc74=127")
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    let modulators = converted.regions[0].modulators
    // 480 cB of the concave curve are proportional to the amplitude.
    let level = try #require(modulators.first { $0.source == 0x058B })
    #expect(level.amount == 480 && level.destination == 48)
    let tune = try #require(modulators.first { $0.source == 0x00CA })
    #expect(tune.amount == 128 && tune.destination == 52)
  }

  @Test("A modulation of a default modulator's source and generator is added to it")
  func defaultModulator() throws {
    let converted = try Fixture.regionsInSoundFont("<region> sample=1.wav effect1_oncc91=10")
    // 200 (§8.4.8), and 10 % at 127/128.
    let amounts = converted.regions[0].modulators.filter { $0.source == 0x00DB }.map(\.amount)
    #expect(converted.losses.isEmpty && amounts == [301])
    let other = try Fixture.regionsInSoundFont("<region> sample=1.wav effect2_oncc93=12.7")
    #expect(other.losses.isEmpty)
    #expect(
      other.regions[0].modulators.filter { $0.source == 0x00DD }.map(\.amount) == [328])
  }

  @Test("A fixed tuning beyond 99 cents is kept")
  func fixedTuning() throws {
    let converted = try Fixture.regionsInSoundFont(
      "<control> set_cc20=127 <region> sample=1.wav key=60 tune_oncc20=350")
    let values = converted.regions[0].generators
    #expect(100 * values[.coarseTune] + values[.fineTune] == 350)
    #expect(
      converted.losses.map { "\($0)" } == [
        "controllers of the pitch: fixed at the initial value, up to 350 cents (1 region)"
      ])
  }

  @Test("A delay becomes silence before the sample, and a delay of envelopes and LFOs")
  func delay() throws {
    let converted = try Fixture.regionsInSoundFont(
      "<region> sample=1.wav key=60 delay=0.5 lfo1_freq=5 lfo1_pitch=20 lfo1_delay=0.5")
    #expect(converted.losses.isEmpty, "\(converted.losses)")
    let sample = converted.contents.samples[0]
    #expect(sample.recording.frameCount == 24_000 + 48_000)
    guard case .integer16(let stored) = sample.recording else {
      Issue.record("not 16 bits")
      return
    }
    let bytes = Array(stored.bytes)
    #expect(bytes[..<48_000].allSatisfy { $0 == 0 })
    // 512 in little-endian bytes.
    #expect(bytes[48_000] == 0 && bytes[48_001] == 2)
    let values = converted.regions[0].generators
    // −1200 timecents are half a second.
    #expect((-1202 ... -1200).contains(values[.volumeEnvelopeDelay]))
    #expect((-2...0).contains(values[.vibratoLFODelay]))
  }

  @Test("Delays at other keys than the center are reported in seconds")
  func delayOfKeys() throws {
    let converted = try Fixture.regionsInSoundFont(
      "<region> sample=1.wav lokey=60 hikey=84 pitch_keycenter=72 delay=0.5")
    // An octave below the center, the silence takes twice as long.
    #expect(
      converted.losses.map { "\($0)" } == [
        "delays: exact at the center of a region's keys, up to 0.500 s (1 region)"
      ])
    // From an octave above.
    #expect((-2402 ... -2400).contains(converted.regions[0].generators[.volumeEnvelopeDelay]))
  }

  @Test("A delay beyond SoundFont's maximum silences the envelope and is reported")
  func longDelay() throws {
    let converted = try Fixture.regionsInSoundFont("<region> sample=1.wav key=60 delay=90")
    #expect(converted.regions[0].generators[.volumeEnvelopeDelay] == 5000)
    // 5000 timecents are 17.96 s.
    #expect(
      converted.losses.map { "\($0)" } == [
        "starts of delayed samples: omitted, up to 18.0 s (1 region)",
        "delays: 18 s, up to 72.0 s (1 region)",
      ])
  }

  @Test("Delayed samples add at most 4,194,304 frames of silence")
  func limitedSilence() throws {
    let regions = (0..<100).map { "<region> sample=1.wav key=60 delay=\(1 + Double($0) / 1000)" }
    let converted = try Fixture.regionsInSoundFont(regions.joined(separator: "\n"))
    let frames = converted.contents.samples.reduce(0) { $0 + ($1.recording.frameCount ?? 0) }
    #expect(frames <= 1 << 22 + 48_000 * converted.contents.samples.count)
    #expect(converted.losses.contains { $0.what == "starts of delayed samples" })
  }

  @Test(
    "Every kind of loss states its effect in the unit of the property",
    arguments: [
      ("pitch_random=30", "random pitch: omitted, up to 30 cents (1 region)"),
      ("cutoff=500 fil_random=600", "random filter cutoff: omitted, up to 600 cents (1 region)"),
      ("delay_random=0.25", "random delay: omitted, up to 0.250 s (1 region)"),
      ("offset_random=4800", "random sample start: omitted, up to 0.100 s (1 region)"),
      ("amp_random=3", "random levels: omitted, up to 3.0 dB (1 region)"),
      (
        "loop_mode=loop_continuous loop_crossfade=0.2",
        "loop crossfades: omitted, up to 0.200 s (1 region)"
      ),
      (
        "ampeg_attack_oncc1=0.5",
        "controllers of the volume envelope times: fixed at the initial value, "
          + "up to 0.500 s (1 region)"
      ),
      (
        "lfo1_freq=5 lfo1_pitch=20 lfo1_freq_oncc1=3",
        "controllers of the LFO frequency: fixed at the initial value, up to 3.0 Hz (1 region)"
      ),
      (
        "offset_oncc1=9600",
        "controllers of the sample start: fixed at the initial value, up to 0.200 s (1 region)"
      ),
      (
        "ampeg_sustain=100 ampeg_sustain_oncc1=-50",
        "controllers of the sustain level: fixed at the initial value, up to 50 % (1 region)"
      ),
      (
        "pan_oncc1=40 pan_curvecc1=4",
        "controllers of the pan: fixed at the initial value, up to 40 % (1 region)"
      ),
      // 25 % and 100 % of the amplitude at velocity 64: 12.0 dB.
      (
        "amp_veltrack_oncc1=-100",
        "controllers of the velocity tracking: fixed at the initial value, "
          + "up to 12.0 dB (1 region)"
      ),
      (
        "ampeg_attack=0.1 ampeg_vel2attack=0.127",
        "key and velocity tracking of the volume envelope times: fixed at the region's center, "
          + "up to 0.064 s (1 region)"
      ),
      (
        "lfo1_freq=5 lfo1_pitch=20 lfo1_wave=3 lfo1_fade=2",
        "LFO shapes (vibrato depth): triangle, up to 20 cents (1 region)"
      ),
      (
        "lfo1_freq=5 lfo1_pitch=20 lfo1_fade=2",
        "LFO fade-ins: omitted, up to 2.000 s (1 region)"
      ),
      (
        "eg1_time1=0.5 eg1_level1=0.5 eg1_pitch=100",
        "flex envelopes of the pitch: omitted, up to 50 cents (1 region)"
      ),
      (
        "eg1_time0=0.5 eg1_level0=1 eg1_time1=1 eg1_ampeg=1",
        "flex envelopes: omitted, up to 1.500 s (1 region)"
      ),
      (
        "cutoff=880 fil_type=hpf_2p",
        "filters other than low-pass: omitted, up to 880 Hz (1 region)"
      ),
      (
        "bend_up=200 bend_down=-1200",
        "downward pitch bend: as far as upward, up to 1000 cents (1 region)"
      ),
      ("eq1_gain=-6", "equalizers: omitted, up to 6.0 dB (1 region)"),
    ])
  func effects(opcodes: String, expected: String) throws {
    let losses = try Fixture.regionsInSoundFont("<region> sample=1.wav \(opcodes)").losses
    #expect(losses.map { "\($0)" }.contains(expected), "\(losses)")
  }

  @Test("Initial values of controllers are reported with their effect")
  func initialControllers() throws {
    func losses(_ control: String) throws -> [String] {
      try Fixture.regionsInSoundFont("<control> \(control) <region> sample=1.wav").losses.map {
        "\($0)"
      }
    }
    // 40·log10(50/100) of the default modulator (§8.4.5).
    #expect(try losses("set_cc7=50") == ["initial controller values: omitted, up to 12.0 dB"])
    #expect(try losses("set_cc20=50") == [])
  }
}
