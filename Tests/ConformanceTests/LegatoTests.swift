import Foundation
import PeachInstrumentModel
import PeachSynthesis
import SoundFontFixtures
import Testing

/// MIDI 1.0 table IV, modes 3 and 4 (controllers 126 and 127), and controller 68.
@Suite("Mono mode and legato")
struct LegatoTests {
  static var slow: Probe { Probe(.tone, [.volumeEnvelopeAttack: timecents(0.1)]) }

  static func loudness(_ audio: Audio, at second: Double) -> Double {
    let frame = Int(second * audio.rate)
    return decibels(2 * 2.0.squareRoot() * Double(audio.left[frame..<frame + 960].max() ?? 0))
  }

  // Proves controller 126: MIDI 1.0 table IV; 0.5 cent, no new attack
  // Proves controller 68: MIDI 1.0 table III; 0.5 cent, no new attack
  @Test(
    "A second key takes over the note; its release returns to the first", arguments: [126, 68])
  func takesOver(controller: UInt8) throws {
    let events =
      [.control(controller, controller == 68 ? 127 : 1), .on(60)].at(0) + [.on(64)].at(0.2)
      + [.off(64)].at(0.3) + [.off(60)].at(0.4)
    let audio = try Self.slow.play(events, seconds: 0.5)
    for (second, cents) in [(0.18, 0.0), (0.22, 400), (0.32, 0)] {
      #expect(abs(audio.cents(at: second) - cents) < 0.5)
      #expect(abs(Self.loudness(audio, at: second)) < 0.1)
    }
    #expect(Self.loudness(audio, at: 0.45) < -60)
  }

  // Proves controller 127: MIDI 1.0 table IV; two notes
  @Test("In poly mode two keys sound")
  func polyphonic() throws {
    let events: [SynthesizerEvent] = [.control(126, 1), .control(127, 0), .on(60), .on(60)]
    let audio = try Probe().play(events.at(0), seconds: 0.1)
    #expect(abs(audio.level(at: 0.05) - decibels(2)) < 0.1)
    let single: [SynthesizerEvent] = [.control(126, 1), .on(60), .on(62)]
    #expect(try abs(Probe().play(single.at(0), seconds: 0.1).level(at: 0.05)) < 0.1)
  }

  // Proves controller 123, 124, 125, 126, 127: MIDI 1.0 table IV; notes end, a pedal holds them
  @Test(
    "Mode messages release the notes, unless a pedal holds them",
    arguments: [123, 124, 125, 126, 127])
  func notesOff(controller: UInt8) throws {
    let probe = Probe(.level, [.volumeEnvelopeRelease: timecents(0.05)])
    let events = [.on(60)].at(0) + [.control(controller, 0)].at(0.1)
    #expect(try probe.play(events, seconds: 0.2).level(at: 0.16) < -60)
    let held = [.control(64, 127), .on(60)].at(0) + [.control(controller, 0)].at(0.1)
    #expect(try abs(probe.play(held, seconds: 0.2).level(at: 0.16)) < 0.1)
  }

  // Proves controller 120: MIDI 1.0 table IV; silent within 10 ms, held or not
  @Test("All sound off silences all notes immediately, regardless of pedals")
  func soundOff() throws {
    let probe = Probe(.level, [.volumeEnvelopeRelease: timecents(2)])
    let events = [.control(64, 127), .on(60)].at(0) + [.control(120, 0)].at(0.1)
    let audio = try probe.play(events, seconds: 0.2)
    #expect(abs(audio.level(at: 0.099)) < 0.1)
    #expect(audio.left[Int(0.11 * 48_000)...].allSatisfy { $0 == 0 })
  }

  @Test("A key with another sample starts that sample")
  func otherRegion() throws {
    var probe = Self.slow
    let zones = probe.file.instruments[0].zones
    probe.file.instruments[0].zones = []
    for (low, high) in [(0, 61), (62, 127)] as [(UInt8, UInt8)] {
      var zone = zones[0]
      zone.settings.insert(.init(.keyRange, from: low, to: high), at: 0)
      probe.file.instruments[0].zones.append(zone)
    }
    let events = [.control(126, 1), .on(60)].at(0) + [.on(64)].at(0.2)
    let audio = try probe.play(events, seconds: 0.4)
    // The new attack peaks at 0.6 within 20 ms after 0.24 s.
    #expect(abs(Self.loudness(audio, at: 0.24) - decibels(0.6)) < 0.3)
    #expect(abs(audio.cents(at: 0.35) - 400) < 0.5)
  }
}
