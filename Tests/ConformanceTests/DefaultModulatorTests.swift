import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachSynthesis
import SoundFontFixtures
import Testing

/// The default modulators (SoundFont 2.04 §8.4) and their curves.
@Suite("Default modulators")
struct DefaultModulatorTests {
  /// §9.5.3: 960 centibels along the concave curve.
  static func concave(_ value: UInt8) -> Double { 40 * log10(Double(value) / 127) }

  static func control(_ controller: UInt8, _ value: UInt8) -> SynthesizerEvent {
    .controlChange(channel: 0, controller: controller, value: value)
  }

  // Proves default 1: SF2.04 §8.4.1; 0.1 dB
  @Test("Velocity modulates attenuation", arguments: [1, 2, 10, 32, 64, 100, 126, 127])
  func velocity(velocity: UInt8) throws {
    let audio = try Probe(.level).note(velocity: velocity, seconds: 0.02)
    #expect(abs(audio.level(at: 0.01) - Self.concave(velocity)) < 0.1)
  }

  // Proves default 2: SF2.04 §8.4.2; 0.5 dB at the cutoff, in specification mode only
  @Test("Velocity modulates filter cutoff", arguments: [1, 32, 64, 100, 127])
  func cutoff(velocity: UInt8) throws {
    var probe = Probe(.impulse(second: 0.005), [.initialFilterCutoff: 9000])
    func response(_ cents: Double) throws -> Double {
      let audio = try probe.note(velocity: velocity, seconds: 0.05)
      let cutoff = 440 * exp2((cents - 6900) / 1200)
      return audio.response(at: cutoff, impulseAt: 0.005)
        - audio.response(at: 20, impulseAt: 0.005)
    }
    #expect(abs(try response(9000) - -3.01) < 0.5)
    probe.reading = .specification
    let moved = 9000 - 2400 * (127 - Double(velocity)) / 128
    #expect(abs(try response(moved) - -3.01) < 0.5)
  }

  // Proves default 3: SF2.04 §8.4.3; 0.1 cent
  // Proves default 4: SF2.04 §8.4.4; 0.1 cent
  // Proves controller 1: SF2.04 §8.4.4; 0.1 cent
  // Proves message channel-pressure: SF2.04 §8.4.3; 0.1 cent
  @Test("Channel pressure and modulation wheel modulate vibrato", arguments: [0, 20, 64, 127])
  func vibrato(value: UInt8) throws {
    for event in [.channelPressure(channel: 0, value: value), Self.control(1, value)] {
      let audio = try Probe(.tone, [.vibratoLFOFrequency: absoluteCents(2)])
        .note(after: [event], seconds: 0.4)
      let rate = hertz(absoluteCents(2))
      let depth = 50 * Double(value) / 128
      for second in [0.07, 0.11, 0.2, 0.3, 0.36] {
        let deviation = audio.deviation(from: second - 0.03, to: second + 0.03) {
          depth * LFOTests.triangle($0 * rate)
        }
        #expect(abs(deviation) < 0.1, "\(second) s: \(deviation)")
      }
    }
  }

  // Proves default 5: SF2.04 §8.4.5; 0.1 dB
  // Proves default 7: SF2.04 §8.4.7; 0.1 dB
  // Proves controller 7: SF2.04 §8.4.5; 0.1 dB
  // Proves controller 11: SF2.04 §8.4.7; 0.1 dB
  @Test("Volume and expression modulate attenuation", arguments: [1, 16, 64, 100, 127])
  func volume(value: UInt8) throws {
    for controller in [7, 11] as [UInt8] {
      let before = try Probe(.level).note(after: [Self.control(controller, value)], seconds: 0.02)
      #expect(abs(before.level(at: 0.01) - Self.concave(value)) < 0.1)
      let during = try Probe(.level).play(
        [
          TimedEvent(frame: 0, event: .noteOn(channel: 0, key: 60, velocity: 127)),
          TimedEvent(frame: 960, event: Self.control(controller, value)),
        ], seconds: 0.04)
      #expect(abs(during.level(at: 0.015)) < 0.1)
      #expect(abs(during.level(at: 0.035) - Self.concave(value)) < 0.1)
    }
    let both = try Probe(.level)
      .note(velocity: 90, after: [Self.control(7, 100), Self.control(11, 80)], seconds: 0.02)
    let sum = Self.concave(90) + Self.concave(100) + Self.concave(80)
    #expect(abs(both.level(at: 0.01) - sum) < 0.1)
  }

  // Proves default 6: SF2.04 §8.4.6; 0.1 dB, 504 in practice mode, 1000 in specification mode
  // Proves controller 10: SF2.04 §8.4.6; 0.1 dB
  @Test("Controller 10 modulates pan", arguments: [0, 16, 32, 64, 80, 96, 127])
  func pan(value: UInt8) throws {
    // Table 2 of §9.5.3: −1 at 0, 127/128 at 127.
    let bipolarValue = (Double(value) - 64) / (value < 64 ? 64 : 63.0 * 128 / 127)
    for (amount, reading) in [(504.0, nil), (1000, SoundFontReading.specification)] {
      var probe = Probe(.level)
      probe.reading = reading
      let audio = try probe.note(after: [Self.control(10, value)], seconds: 0.02)
      let angle = (min(max(amount * bipolarValue, -500), 500) + 500) / 1000 * .pi / 2
      for (side, expected) in [(audio.left, cos(angle)), (audio.right, sin(angle))] {
        let level = decibels(Double(side[480]) * 2)
        if expected < 1e-6 {
          #expect(level < -90)
        } else {
          #expect(abs(level - decibels(expected)) < 0.1)
        }
      }
    }
  }

  // Proves default 10: SF2.04 §8.4.10; 0.1 cent
  // Proves message pitch-wheel: SF2.04 §8.4.10; 0.1 cent
  // Proves rpn 0: MIDI 1.0 table IIIa; 0.1 cent
  @Test(
    "Pitch bend covers exactly its sensitivity",
    arguments: [0, 4096, 8191, 8192, 8193, 12_000, 16_383], [nil, 1, 12, 24] as [UInt8?])
  func wheel(value: UInt16, semitones: UInt8?) throws {
    var events: [SynthesizerEvent] = []
    if let semitones {
      events = [Self.control(101, 0), Self.control(100, 0), Self.control(6, semitones)]
    }
    events.append(.pitchBend(channel: 0, value: value))
    let audio = try Probe(.tone).note(after: events, seconds: 0.1)
    let travel = value == 16_383 ? 1 : (Double(value) - 8192) / 8192
    let expected = travel * 100 * Double(semitones ?? 2)
    #expect(abs(audio.cents(near: expected) - expected) < 0.1)
  }

  // Proves file default-modulators: the INFO chunk DMOD, records as §7.4; 0.1 dB
  @Test("A file's DMOD chunk replaces all ten default modulators")
  func own() throws {
    func bytes(_ modulators: [Modulator]) -> [UInt8] {
      (modulators + [Modulator(.none, .startAddressOffset, 0)]).flatMap { modulator in
        [
          modulator.source, modulator.destination, UInt16(bitPattern: modulator.amount),
          modulator.amountSource, modulator.transform,
        ].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
      }
    }
    // Velocity attenuates by 48 dB instead of 96, and no other modulator has an effect.
    var probe = Probe()
    probe.file.information.append(
      (
        code: "DMOD",
        bytes: bytes([Modulator(Source(2, .concave, isDown: true), .initialAttenuation, 480)])
      ))
    let audio = try probe.note(velocity: 64, after: [.control(7, 20)], seconds: 0.1)
    #expect(abs(audio.level(at: 0.05) - 20 * log10(64 / 127.0)) < 0.1)
    // A chunk of partial records is ignored.
    probe.file.information[probe.file.information.count - 1].bytes.append(1)
    let plain = try probe.note(velocity: 64, seconds: 0.1)
    #expect(abs(plain.level(at: 0.05) - 40 * log10(64 / 127.0)) < 0.1)
  }
}
