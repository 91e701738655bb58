import Foundation
import PeachInstrumentModel
import PeachSynthesis
import Testing

/// MIDI 1.0, controllers 8, 64, 66, 67, 71 to 78 and 121.
@Suite("Pedals, balance and sound controllers")
struct PedalTests {
  static var fading: Probe { Probe(.level, [.volumeEnvelopeRelease: timecents(0.05)]) }

  // Proves controller 64: MIDI 1.0 table III; 0.1 dB
  @Test("The sustain pedal holds released keys until it is up")
  func sustain() throws {
    let events =
      [.control(64, 64), .on(60)].at(0) + [.off(60)].at(0.1) + [.control(64, 63)].at(0.2)
    let audio = try Self.fading.play(events, seconds: 0.3)
    #expect(abs(audio.level(at: 0.19)) < 0.1)
    #expect(audio.level(at: 0.26) < -90)
  }

  // Proves controller 66: MIDI 1.0 table III; 0.1 dB
  @Test("The sostenuto pedal holds only the keys that are down when it is pressed")
  func sostenuto() throws {
    let events =
      [.on(60)].at(0) + [.control(66, 127), .on(62)].at(0.05) + [.off(60), .off(62)].at(0.1)
      + [.control(66, 0)].at(0.2)
    let audio = try Self.fading.play(events, seconds: 0.3)
    #expect(abs(audio.level(at: 0.08) - decibels(2)) < 0.1)
    #expect(abs(audio.level(at: 0.19)) < 0.1)
    #expect(audio.level(at: 0.26) < -90)
  }

  // Proves controller 67: MIDI 1.0 table III; 0.1 dB, 3 dB softer and an octave duller,
  //   the engine's own
  @Test("The soft pedal attenuates only notes started while it is down")
  func soft() throws {
    let events =
      [.on(60)].at(0) + [.control(67, 127)].at(0.05) + [.off(60)].at(0.1)
      + [.on(60)].at(0.2) + [.control(67, 0)].at(0.25)
    let audio = try Self.fading.play(events, seconds: 0.3)
    #expect(abs(audio.level(at: 0.09)) < 0.1)
    #expect(abs(audio.level(at: 0.24) + 3) < 0.1)
    #expect(abs(audio.level(at: 0.29) + 3) < 0.1)
  }

  // Proves controller 8: MIDI 1.0 table III; 0.1 dB
  @Test("Balance attenuates the opposite channel")
  func balance() throws {
    for (value, left, right) in [(0, 1, 0), (32, 1, 0.5), (64, 1, 1), (127, 0, 1)]
      as [(UInt8, Double, Double)]
    {
      let audio = try Probe().note(after: [.control(8, value)], seconds: 0.1)
      let middle = 0.5 * 0.5.squareRoot()
      #expect(abs(Double(audio.left[2400]) - middle * left) < 0.001)
      #expect(abs(Double(audio.right[2400]) - middle * right) < 0.001)
    }
  }

  // Proves controller 71, 72, 73, 74, 75, 76, 77, 78: General MIDI 2 §3.3 (RP-021);
  //   bit-identical; the range is the engine's own
  @Test("Sound controllers offset the preset's filter, envelope and vibrato")
  func tone() throws {
    func sound(_ change: [(Generator, Int16)], _ events: [SynthesizerEvent]) throws -> Audio {
      let probe = GeneratorParameterTests.rich(change)
      return try probe.note(after: events, release: 0.2, seconds: 0.3)
    }
    // At 0 and 127, the limits that the engine documents.
    let rows: [(UInt8, Generator, Int16, Int16, Int16)] = [
      (71, .initialFilterResonance, 200, 0, 400), (74, .initialFilterCutoff, 8000, 2000, 13500),
      (72, .volumeEnvelopeRelease, -3000, -10200, 4200),
      (73, .volumeEnvelopeAttack, -7000, -12000, 200),
      (75, .volumeEnvelopeDecay, -3000, -10200, 4200),
      (76, .vibratoLFOFrequency, 0, -2400, 2400), (77, .vibratoLFOToPitch, 200, 100, 300),
      (78, .vibratoLFODelay, -7000, -9400, -4600),
    ]
    for (controller, generator, own, low, high) in rows {
      let none = try sound([(generator, own)], [.control(controller, 64)])
      #expect(try none == sound([(generator, own)], []))
      #expect(
        try sound([(generator, own)], [.control(controller, 0)]) == sound([(generator, low)], []))
      #expect(
        try sound([(generator, own)], [.control(controller, 127)])
          == sound([(generator, high)], []),
        "controller \(controller)")
    }
  }

  // Proves controller 74: SF2.04 §9.5.1; bit for bit
  @Test("A modulator of the file replaces the meaning of a sound controller")
  func ownMeaning() throws {
    let probe = Probe(
      .tone, [.initialFilterCutoff: 8000], modulators: [Modulator(.controller(74), .pan, 0)])
    #expect(try probe.note(after: [.control(74, 0)], seconds: 0.1) == probe.note(seconds: 0.1))
  }

  // Proves controller 121: MIDI RP-015; 0.1 dB, 0.1 cent
  @Test(
    "Reset all controllers keeps volume, pan and program; resets bend, expression and pedals")
  func reset() throws {
    let set: [SynthesizerEvent] = [
      .control(7, 100), .control(10, 127), .control(11, 60), .control(1, 127),
      .pitchBend(channel: 0, value: 16383),
    ]
    let left: [SynthesizerEvent] = [.control(7, 100), .control(10, 127)]
    let probe = Probe(.tone)
    let heard = try probe.note(after: set + [.control(121, 0)], seconds: 0.1)
    #expect(try heard == probe.note(after: left, seconds: 0.1))
    let held =
      [.control(64, 127), .on(60)].at(0) + [.off(60)].at(0.05) + [.control(121, 0)].at(0.1)
    #expect(try Self.fading.play(held, seconds: 0.2).level(at: 0.16) < -90)
  }

  // Proves controller 88: CA-031; 0.1 dB
  @Test("A velocity prefix adds seven bits to the next note only")
  func velocityPrefix() throws {
    func level(_ events: [SynthesizerEvent], _ velocity: UInt8) throws -> Double {
      try Probe().note(velocity: velocity, after: events, seconds: 0.1).level(at: 0.05)
    }
    // §8.4.1's curve at 1.5 of 127 steps: 40·log10 of the fraction.
    #expect(try abs(level([.control(88, 64)], 1) - 40 * log10(1.5 / 127)) < 0.1)
    let spent: [SynthesizerEvent] = [.control(88, 64), .on(10, 1), .control(120, 0)]
    #expect(try abs(level(spent, 1) - 40 * log10(1 / 127.0)) < 0.1)
  }
}
