import Foundation
import PeachInstrumentModel
import PeachMusicUnits
import PeachSynthesis
import SoundMeasurement
import TestEnvironment
import Testing

/// Generators 15 and 16 (SoundFont 2.04 §8.1.3), measured through the entire engine.
@Suite("Effect sends")
struct SendTests {
  static let note = TimedEvent(frame: 100, event: .noteOn(channel: 0, key: 69, velocity: 127))
  static let frames = TestScale.count(short: 9_600, full: 48_000)

  /// A chorus without modulation: a plain delay of the send.
  static let delay: TimedEvent = {
    var settings = ChorusSettings(.shortDelay)
    settings.level = 0
    settings.depthSeconds = 0
    settings.delaySeconds = 0.01
    return TimedEvent(frame: 0, event: .chorus(settings))
  }()

  /// Returns the left output of the effects alone.
  static func wet(
    _ events: [TimedEvent], frames: Int = frames, _ change: (inout Region) -> Void
  ) throws -> [Float] {
    let bank = TestBank.tone(partials: [0.4], change)
    let with = try Render(bank, events, frames: frames)
    let without = try Render(bank, events, frames: frames, effects: false)
    return zip(with.left, without.left).map { $0 - $1 }
  }

  // Proves generator 15, 16: SF2.04 §8.1.2; 0.1 dB
  @Test(
    "Twice the send is twice the effect, within 0.1 dB",
    arguments: [Generator.reverbSend, .chorusSend])
  func proportion(generator: Generator) throws {
    func level(_ value: Float) throws -> Double {
      try Level.rootMeanSquare(
        Self.wet([Self.delay, Self.note]) { $0.generators[generator] = value }[4_800...])
    }
    let full = try level(1000)
    #expect(abs(try level(500) - full + 6.0206) < 0.1)
    #expect(abs(try level(100) - full + 20) < 0.1)
    #expect(try level(2000) == full && full > -40)
  }

  // Proves generator 15: SF2.04 §8.1.2; 0.1 dB
  @Test("The send is after envelope and filter and pre-pan, at unity gain for 1000")
  func afterEnvelopeBeforePan() throws {
    for pan in [Float(-500), 0, 500] {
      let wet = try Self.wet([Self.delay, Self.note]) {
        $0.generators[.chorusSend] = 1000
        $0.generators[.pan] = pan
        $0.generators[.initialAttenuation] = 60
        $0.generators[.initialFilterCutoff] = Float(1200 * log2(441 / 8.17579891564371))
      }
      // −3 dB from the filter at its cutoff, −6 dB from the attenuation.
      let amplitude = Level.amplitude(of: wet[4_800...], at: 441, sampleRate: 48_000)
      #expect(abs(20 * log10(amplitude / 0.4) + 9.03) < 0.1, "pan \(pan)")
    }
  }

  // Proves default 8, 9: SF2.04 §8.4.8, §8.4.9; 0.1 dB
  // Proves controller 91, 93: SF2.04 §8.4.8, §8.4.9; 0.1 dB
  @Test("Controllers 91 and 93 raise the sends to 20 %, linearly (§8.4.8, §8.4.9)")
  func controllers() throws {
    let settings: [(UInt8, UInt16, UInt16, Generator)] = [
      (91, 0x00DB, 16, .reverbSend), (93, 0x00DD, 15, .chorusSend),
    ]
    for (controller, source, destination, generator) in settings {
      let full = try Self.wet([Self.delay, Self.note]) { $0.generators[generator] = 1000 }
      for value in [UInt8(127), 64, 32] {
        let move = TimedEvent(
          frame: 0, event: .controlChange(channel: 0, controller: controller, value: value))
        let wet = try Self.wet([Self.delay, move, Self.note]) {
          $0.modulators = [
            Modulator(
              source: source, destination: destination, amount: 200, amountSource: 0, transform: 0)
          ]
        }
        let ratio =
          Level.rootMeanSquare(wet[4_800...]) - Level.rootMeanSquare(full[4_800...])
        #expect(abs(ratio - 20 * log10(0.2 * Double(value) / 128)) < 0.1)
      }
    }
  }

  @Test("A send of an active note fades to zero without a click")
  func closing() throws {
    var events = [Self.delay, Self.note]
    for (frame, value) in [(0, 127), (4_001, 0)] {
      events.append(
        TimedEvent(
          frame: frame, event: .controlChange(channel: 0, controller: 93, value: UInt8(value))))
    }
    let wet = try Self.wet(events, frames: 32_000) {
      $0.modulators = [
        Modulator(source: 0x00DD, destination: 15, amount: 1000, amountSource: 0, transform: 0)
      ]
    }
    // The ramp ends within 64 frames, which are audible 483 later.
    #expect(Level.peak(wet[4_000..<4_400]) > 0.3)
    // The effect's high-pass at 10 Hz, −6 dB per octave, rings with its share of 441 Hz.
    let highPassShare: Float = 0.4 * 10 / 441
    #expect(Level.peak(wet[4_600...]) < highPassShare)
    #expect(wet[28_000...].allSatisfy { $0 == 0 })
    let step = Level.largestStep(wet[4_400..<4_700])
    // A ramp over at least 15 frames has two corners of 0.4/15.
    #expect(step < 0.4 / 15)
  }

  @Test("Effects without sends leave output bit-identical, and silence is detected")
  func dryIsUntouched() throws {
    let bank = TestBank.tone(partials: [0.4])
    let events = [Self.note, TimedEvent(frame: 3_000, event: .fadeAll(frames: 480))]
    let with = try Render(bank, events, frames: 6_000)
    let without = try Render(bank, events, frames: 6_000, effects: false)
    #expect(with.left == without.left && with.right == without.right)
    var synthesizer = Synthesizer(SynthesizerConfiguration(limiter: true))
    let (isSilent, latency) = (synthesizer.isSilent, synthesizer.latencyFrames)
    // 1.5 ms at 48 kHz, including the frame itself.
    #expect(isSilent && latency == 71)
    let exact = Synthesizer()
    let none = exact.latencyFrames
    #expect(none == 0)
    let preset = try InstrumentLoader(bank: bank).prepare(presetAt: 0)
    synthesizer.use(preset, onChannel: 0)
    synthesizer.handle(Self.note.event)
    let isStillSilent = synthesizer.isSilent
    #expect(!isStillSilent)
  }

  @Test("Output with effects and limiter is bit-identical for any block size")
  func blocks() throws {
    let bank = TestBank.tone(partials: [0.4, 0.3]) {
      $0.generators[.reverbSend] = 700
      $0.generators[.chorusSend] = 400
      $0.generators[.initialFilterCutoff] = 8000
      $0.generators[.volumeEnvelopeRelease] = -3000
    }
    var room = ReverbSettings(.smallRoom)
    room.level = 12
    var modulated = ChorusSettings(.chorus2)
    modulated.reverbSend = 0.5
    var events = [
      TimedEvent(frame: 0, event: .reverb(ReverbSettings(.plate))),
      TimedEvent(frame: 3_111, event: .reverb(room)),
      TimedEvent(frame: 2_001, event: .chorus(modulated)),
    ]
    for index in 0..<10 {
      let (frame, key) = (37 + index * 613, UInt8(50 + index))
      events.append(
        TimedEvent(frame: frame, event: .noteOn(channel: 0, key: key, velocity: 120)))
      events.append(TimedEvent(frame: frame + 400, event: .noteOff(channel: 0, key: key)))
    }
    events.sort { $0.frame < $1.frame }
    let whole = try Render(bank, events, frames: 9_000, blocks: [4096], limiter: true)
    #expect(Level.peak(whole.left[...]) == Limiter.ceiling || Level.peak(whole.left[...]) > 0.5)
    for size in [1, 17, 64, 512] {
      let cut = try Render(bank, events, frames: 9_000, blocks: [size], limiter: true)
      #expect(cut.left == whole.left && cut.right == whole.right, "blocks of \(size)")
    }
  }
}
