import Foundation
import PeachInstrumentModel
import PeachSynthesis
import Testing

/// MIDI 1.0 table IIIa, RP-018 and CA-026: registered parameters and data entry.
@Suite("Registered parameters")
struct ParameterTests {
  /// Returns the pitch of key 60 after these events, in cents above the tone's own.
  static func cents(_ events: [SynthesizerEvent], near guess: Double) throws -> Double {
    try Probe(.tone).note(after: events, seconds: 0.1).cents(near: guess)
  }

  // Proves rpn 1: MIDI 1.0 table IIIa; 0.1 cent
  // Proves controller 6, 38, 100, 101: MIDI 1.0 table III; 0.1 cent
  @Test(
    "RPN 1 (fine tuning) has 14 bits for ±1 semitone",
    arguments: [(0, 0), (32, 0), (64, 0), (64, 1), (100, 77), (127, 127)] as [(UInt8, UInt8)])
  func fineTuning(coarse: UInt8, fine: UInt8) throws {
    let expected = Double(Int(coarse) * 128 + Int(fine) - 8192) * 100 / 8192
    let measured = try Self.cents(
      SynthesizerEvent.registered(1, coarse: coarse, fine: fine), near: expected)
    #expect(abs(measured - expected) < 0.1)
  }

  // Proves rpn 2: MIDI 1.0 table IIIa; 0.1 cent
  @Test("RPN 2 (coarse tuning) is in semitones from 64", arguments: [40, 63, 64, 70] as [UInt8])
  func coarseTuning(value: UInt8) throws {
    let expected = Double(Int(value) - 64) * 100
    let measured = try Self.cents(SynthesizerEvent.registered(2, coarse: value), near: expected)
    #expect(abs(measured - expected) < 0.1)
  }

  // Proves rpn null: MIDI 1.0 table IIIa; 0.1 cent
  @Test("After the null parameter (127, 127), data entry is ignored")
  func null() throws {
    let events =
      SynthesizerEvent.registered(2) + [.control(101, 127), .control(100, 127), .control(6, 70)]
    #expect(try abs(Self.cents(events, near: 0)) < 0.1)
  }

  // Proves rpn 5: CA-026 (General MIDI 2 §3.4); 1 cent of depth
  @Test(
    "RPN 5 (modulation depth range) is in semitones and 1/128 semitones",
    arguments: [(0, 64, 50), (1, 0, 100), (0, 96, 75), (2, 64, 250)] as [(UInt8, UInt8, Double)])
  func modulationDepth(coarse: UInt8, fine: UInt8, expected: Double) throws {
    let events =
      SynthesizerEvent.registered(5, coarse: coarse, fine: fine) + [.control(1, 127)]
    let probe = Probe(.tone, [.vibratoLFOFrequency: absoluteCents(4)])
    let pitches = try probe.note(after: events, seconds: 0.6).pitches.map(\.cents)
    let highest = try #require(pitches.max())
    let lowest = try #require(pitches.min())
    #expect(abs(highest - expected) < 1 + expected * 0.01, "\(highest)")
    #expect(abs(lowest + expected) < 1 + expected * 0.01, "\(lowest)")
  }

  // Proves controller 96, 97: MIDI RP-018; 0.1 cent
  @Test("Data increment and decrement change a parameter by one")
  func steps() throws {
    // RPN 0, pitch bend range: the LSB is in cents.
    let wheel: SynthesizerEvent = .pitchBend(channel: 0, value: 16383)
    let range = SynthesizerEvent.registered(0, coarse: 1, fine: 98)
    let up: [SynthesizerEvent] = .init(repeating: .control(96, 0), count: 3)
    #expect(try abs(Self.cents(range + up + [wheel], near: 201) - 201) < 0.1)
    let down: [SynthesizerEvent] = .init(repeating: .control(97, 99), count: 99)
    #expect(try abs(Self.cents(range + down + [wheel], near: 99) - 99) < 0.1)
    // RPN 1, fine tuning: one step of 14 bits; RPN 2, coarse tuning: semitones.
    let fine = SynthesizerEvent.registered(1, coarse: 64, fine: 127)
    let expected = 128 * 100 / 8192.0
    #expect(try abs(Self.cents(fine + [.control(96, 1)], near: expected) - expected) < 0.1)
    let coarse = SynthesizerEvent.registered(2) + [.control(97, 0), .control(97, 0)]
    #expect(try abs(Self.cents(coarse, near: -200) + 200) < 0.1)
    // A generator: one of its units.
    let generator = SynthesizerEvent.unregistered(120, [52]) + up
    #expect(try abs(Self.cents(generator, near: 3) - 3) < 0.1)
  }

  // Proves rpn gs: Roland GS, NRPN 01; the same bits
  @Test(
    "GS's parameters are the tone controllers",
    arguments: [(8, 76), (9, 77), (10, 78), (32, 74), (33, 71), (99, 73), (100, 75), (102, 72)]
      as [(UInt8, UInt8)])
  func tone(least: UInt8, controller: UInt8) throws {
    func sound(_ events: [SynthesizerEvent]) throws -> Audio {
      try GeneratorParameterTests.rich().note(after: events, release: 0.2, seconds: 0.3)
    }
    let told = try sound(SynthesizerEvent.unregistered(1, [least], coarse: 80))
    #expect(try told == sound([.control(controller, 80)]))
    #expect(try told != sound([]))
  }

  // Proves rpn awe32: AWE32 NRPN 21 and 22, as measured on an Audigy 2; the same bits
  @Test("AWE32 cutoff is 100 Hz to 8 kHz, resonance 0 to 20 dB, for any preset")
  func filter() throws {
    for value in [0, 50, 127] as [UInt8] {
      // A source of 7646 cents above 100 Hz, which is 4335 absolute cents (§9.5.3).
      let cutoff = Int16((4335 + Double(value) * 7646 / 128).rounded())
      let heard = try Probe(.impulse(second: 0), [.initialFilterCutoff: 9000]).note(
        after: SynthesizerEvent.unregistered(127, [21], coarse: value), seconds: 0.1)
      let expected = try Probe(.impulse(second: 0), [.initialFilterCutoff: cutoff]).note(
        seconds: 0.1)
      for frequency in [100, 1000, 5000] as [Double] {
        let difference =
          heard.response(at: frequency, impulseAt: 0)
          - expected.response(at: frequency, impulseAt: 0)
        #expect(abs(difference) < 0.1)
      }
    }
    let resonance = try Probe(.tone, [.initialFilterCutoff: 8000]).note(
      after: SynthesizerEvent.unregistered(127, [22], coarse: 64), seconds: 0.1)
    let told = try Probe(.tone, [.initialFilterCutoff: 8000, .initialFilterResonance: 100]).note(
      seconds: 0.1)
    #expect(resonance == told)
  }
}
