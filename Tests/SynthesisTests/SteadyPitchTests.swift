import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundMeasurement
import Testing

@Suite("Region corrections and steady pitch")
struct SteadyPitchTests {
  /// Renders a second of key 69 of ``TestBank/tone(partials:_:)``.
  private func render(
    _ bank: SoundBank, before: [SynthesizerEvent] = [], corrections: [Double] = [],
    isSteady: Bool = false
  ) throws -> Render {
    let events = before + [.noteOn(channel: 0, key: 69, velocity: 127)]
    return try Render(
      bank, events.map { TimedEvent(frame: 0, event: $0) }, frames: 48_000,
      corrections: corrections, steadyPitch: isSteady)
  }

  /// Returns the cents above A4, over most of the second.
  private func cents(_ render: Render, near expected: Double = 0) -> Double {
    expected
      + PitchMeter.cents(
        of: render.left[2400..<46_000], above: 440 * exp2(expected / 1200), sampleRate: 48_000)
  }

  /// Returns the lowest and the highest pitch, period by period.
  private func range(_ render: Render) -> (low: Double, high: Double) {
    let all = stride(from: 2400, to: 46_000, by: 300).map {
      PitchTrace.cents(render.left, at: $0, above: 440, sampleRate: 48_000)
    }
    return (all.min() ?? 0, all.max() ?? 0)
  }

  @Test(
    "A correction shifts its own region by its cents, and no other",
    arguments: [
      0, 0.05, -3.93, 18.56, -60,
    ])
  func corrections(correction: Double) throws {
    let bank = TestBank.tone()
    let moved = try render(bank, corrections: [correction])
    let expected = TestBank.toneCents + correction
    #expect(abs(cents(moved, near: expected) - expected) < 0.002)
    // The second region's correction, and those of missing regions, do not affect this one.
    let other = try render(bank, corrections: [0, correction, correction])
    #expect(try other.left == render(bank).left)
  }

  @Test("Skipped regions without a sample do not shift the corrections of others")
  func regionIndices() throws {
    var region = Region(sample: 0)
    region.generators[.sampleModes] = 1
    var nothing = region
    nothing.sample = -1
    let tone = (TestBank.frames(period: 100, count: 1000, partials: [0.8]), 0..<1000, 44_100.0)
    let bank = TestBank.bank(
      samples: [(tone.0, tone.1, tone.2, 69)], presets: [[nothing, region]])
    let moved = try render(bank, corrections: [50, 10])
    let expected = TestBank.toneCents + 10
    #expect(abs(cents(moved, near: expected) - expected) < 0.002)
  }

  @Test("Pitch is modulated by LFOs, not by a wheel at rest")
  func modulation() {
    func hasModulation(_ source: UInt16, _ change: (inout Region) -> Void = { _ in }) -> Bool {
      var region = Region(sample: 0)
      region.modulators = [
        Modulator(
          source: source, destination: UInt16(Generator.vibratoLFOToPitch.rawValue), amount: 50,
          amountSource: 0, transform: 0)
      ]
      change(&region)
      return region.hasPitchModulation
    }
    // The modulation wheel and channel pressure (§8.4.5, §8.4.4); velocity is not 0 at rest.
    #expect(!hasModulation(0x0081) && !hasModulation(0x000D))
    #expect(hasModulation(0x0002))
    #expect(hasModulation(0x0081) { $0.generators[.vibratoLFOToPitch] = 10 })
  }

  @Test("LFOs and the modulation envelope do not affect a steady pitch")
  func generators() throws {
    let settings: [(Generator, Float)] = [
      (.vibratoLFOToPitch, 50), (.modulationLFOToPitch, -40), (.modulationEnvelopeToPitch, 60),
    ]
    for (generator, amount) in settings {
      let bank = TestBank.tone {
        $0.generators[generator] = amount
        // A decay of 200 ms, without its first 50.
        $0.generators[.modulationEnvelopeDecay] = -2786
        $0.generators[.modulationEnvelopeSustain] = 1000
      }
      let moving = range(try render(bank))
      #expect(moving.high - moving.low > 0.7 * Double(abs(amount)), "\(generator)")
      let steady = try render(bank, isSteady: true)
      #expect(abs(cents(steady, near: TestBank.toneCents) - TestBank.toneCents) < 0.002)
      #expect(try steady.left == render(TestBank.tone()).left, "\(generator)")
    }
  }

  @Test("A modulation envelope that stays at its peak is tuning, and stays")
  func sustainedEnvelope() throws {
    for amount in [-600, 150, -37] as [Float] {
      let bank = TestBank.tone { $0.generators[.modulationEnvelopeToPitch] = amount }
      let expected = TestBank.toneCents + Double(amount)
      for isSteady in [false, true] {
        let found = cents(try render(bank, isSteady: isSteady), near: expected)
        #expect(abs(found - expected) < 0.01, "\(amount)")
      }
    }
  }

  @Test("No modulator affects a steady pitch, but pitch bend does")
  func modulators() throws {
    // Pitch bend (§8.4.10); controller 1 to vibrato (§8.4.4); velocity to fine and coarse tuning;
    // and a link: velocity is the source of modulator 4, whose destination is fine tuning.
    let wheel = Modulator(
      source: 0x020E, destination: 52, amount: 12700, amountSource: 0x10, transform: 0)
    let others = [
      Modulator(source: 0x0081, destination: 6, amount: 50, amountSource: 0, transform: 0),
      Modulator(source: 0x0002, destination: 52, amount: 30, amountSource: 0, transform: 0),
      Modulator(source: 0x0002, destination: 51, amount: 2, amountSource: 0, transform: 0),
      Modulator(source: 0x0002, destination: 0x8004, amount: 1, amountSource: 0, transform: 0),
      Modulator(source: 0x007F, destination: 52, amount: 20, amountSource: 0, transform: 0),
    ]
    let bank = TestBank.tone { $0.modulators = others + [wheel] }
    let modulation = SynthesizerEvent.controlChange(channel: 0, controller: 1, value: 127)
    let moving = range(try render(bank, before: [modulation]))
    #expect(moving.high > 150 && moving.high - moving.low > 50)
    let steady = try render(bank, before: [modulation], isSteady: true)
    #expect(abs(cents(steady, near: TestBank.toneCents) - TestBank.toneCents) < 0.002)
    // Half of +2 semitones.
    let bent = try render(
      bank, before: [modulation, .pitchBend(channel: 0, value: 12_288)], isSteady: true)
    let expected = TestBank.toneCents + 100
    #expect(abs(cents(bent, near: expected) - expected) < 0.01)
  }

  @Test("Modulation of level and filter is unaffected")
  func otherModulation() throws {
    let bank = TestBank.tone(partials: [0.3, 0.2, 0.1]) {
      $0.generators[.modulationLFOToVolume] = 60
      $0.generators[.initialFilterCutoff] = 9000
      $0.generators[.modulationEnvelopeToFilterCutoff] = -1200
      $0.modulators = [
        Modulator(source: 0x0502, destination: 48, amount: 960, amountSource: 0, transform: 0)
      ]
    }
    #expect(try render(bank, isSteady: true).left == render(bank).left)
  }

  @Test(
    "A note's amplitude sets its level; the velocity selects the layer",
    arguments: [0x0502, 0x0D02])
  func amplitude(velocitySource: UInt16) throws {
    // The default curve, and a reversed switch: −95.25 dB below velocity 64.
    let velocityToLevel = Modulator(
      source: velocitySource, destination: 48, amount: 960, amountSource: 0, transform: 0)
    let soft = Region(velocities: 0...63, sample: 0, modulators: [velocityToLevel])
    let loud = Region(velocities: 64...127, sample: 1, modulators: [velocityToLevel])
    let bank = TestBank.bank(
      samples: [
        ([Int16](repeating: 8192, count: 20_000), nil, 48_000, 60),
        ([Int16](repeating: 16_384, count: 20_000), nil, 48_000, 60),
      ], presets: [[soft, loud]])
    func level(_ velocity: UInt8, _ amplitude: Double?) throws -> Double {
      let note = Note(id: 1, noteNumber: 60, velocity: velocity, amplitude: amplitude)
      let events = [
        TimedEvent(frame: 0, event: .startNote(note)),
        // A controller change evaluates the modulators again.
        TimedEvent(frame: 700, event: .controlChange(channel: 0, controller: 1, value: 9)),
      ]
      let audio = try Render(bank, events, frames: 2000)
      #expect(abs(audio.left[600] - audio.left[1500]) <= 1e-5 * audio.left[1500])
      return Double(audio.left[1500])
    }
    for (velocity, layer) in [(64, 0.5), (127, 0.5), (63, 0.25), (30, 0.25)] as [(UInt8, Double)] {
      for amplitude in [1, 0.5, 0.25, 0.001] {
        // Constant-power center pan.
        let expected = layer * amplitude * 0.5.squareRoot()
        let found = try level(velocity, amplitude)
        #expect(abs(found / expected - 1) < 0.0005, "velocity \(velocity), \(amplitude): \(found)")
      }
      // Without an amplitude, 40 dB per decade of velocity.
      if velocitySource == 0x0502 {
        let expected = layer * pow(Double(velocity) / 127, 2) * 0.5.squareRoot()
        #expect(abs(try level(velocity, nil) / expected - 1) < 0.005)
      }
    }
    for amplitude in [0, -1, 1.5, .nan] { #expect(try level(127, amplitude) == 0) }
  }
}
