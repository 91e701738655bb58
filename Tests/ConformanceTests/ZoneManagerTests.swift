import Foundation
import PeachInstrumentModel
import PeachSynthesis
import Testing

/// MIDI Polyphonic Expression 1.0: zones, defined by RPN 6.
@Suite("MPE zones")
struct ZoneManagerTests {
  static let lower = SynthesizerEvent.registered(6, coarse: 3)
  static let upper = SynthesizerEvent.registered(6, coarse: 2, channel: 15)

  static func cents(
    _ events: [SynthesizerEvent], channel: UInt8, near guess: Double
  ) throws -> Double {
    try Probe(.tone).play((events + [.on(60, channel: channel)]).at(0), seconds: 0.1)
      .cents(near: guess)
  }

  // Proves rpn 6: MPE 1.0 §2.1, §2.4; 0.1 cent
  @Test("Member channels bend by 48 semitones, manager and other channels by 2")
  func bends() throws {
    func bend(_ channel: UInt8) -> SynthesizerEvent { .pitchBend(channel: channel, value: 12288) }
    let zones = Self.lower + Self.upper
    for (channel, bent, expected) in [
      (1, 1, 2400), (3, 3, 2400), (4, 4, 100), (14, 14, 2400), (12, 12, 100),
      (1, 0, 100), (3, 0, 100), (4, 0, 0), (14, 15, 100), (13, 15, 100), (2, 15, 0), (0, 0, 100),
    ] as [(UInt8, UInt8, Double)] {
      let measured = try Self.cents(zones + [bend(bent)], channel: channel, near: expected)
      #expect(abs(measured - expected) < 0.1, "channel \(channel), bend on \(bent)")
    }
    // Both bends are added.
    let both = try Self.cents(zones + [bend(0), bend(1)], channel: 1, near: 2500)
    #expect(abs(both - 2500) < 0.1)
  }

  // Proves rpn 6: MPE 1.0 §2.2.3; 0.1 dB
  @Test("The manager's controllers, program and pedals apply to the zone")
  func controllers() throws {
    let events = Self.lower + [.control(11, 64)]
    for (channel, expected) in [(1, 40 * log10(64.0 / 127)), (5, 0)] as [(UInt8, Double)] {
      let audio = try Probe().play((events + [.on(60, channel: channel)]).at(0), seconds: 0.1)
      #expect(abs(audio.level(at: 0.05) - expected) < 0.1)
    }
    var synthesizer = Synthesizer()
    for event in Self.lower + [.programChange(channel: 0, program: 42)] {
      synthesizer.handle(event)
    }
    #expect(synthesizer.requestedPreset(onChannel: 3).program == 42)
    #expect(synthesizer.requestedPreset(onChannel: 4).program == 0)
  }

  // Proves rpn 6: MPE 1.0 §2.1.1; 0.1 cent
  @Test("Later zones take channels from earlier ones; zones without members end")
  func changes() throws {
    let bend: SynthesizerEvent = .pitchBend(channel: 13, value: 12288)
    let master: SynthesizerEvent = .pitchBend(channel: 15, value: 12288)
    let wide = Self.upper + SynthesizerEvent.registered(6, coarse: 14)
    #expect(try abs(Self.cents(wide + [master], channel: 13, near: 0)) < 0.1)
    #expect(try abs(Self.cents(wide + [bend], channel: 13, near: 2400) - 2400) < 0.1)
    let ended = Self.upper + SynthesizerEvent.registered(6, coarse: 0, channel: 15)
    #expect(try abs(Self.cents(ended + [bend], channel: 13, near: 100) - 100) < 0.1)
    let other = SynthesizerEvent.registered(6, coarse: 4, channel: 5)
    let sixth: SynthesizerEvent = .pitchBend(channel: 6, value: 12288)
    #expect(try abs(Self.cents(other + [sixth], channel: 6, near: 100) - 100) < 0.1)
  }
}
