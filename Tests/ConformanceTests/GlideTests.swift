import Foundation
import PeachInstrumentModel
import PeachSynthesis
import Testing

/// MIDI 1.0, controllers 5, 65 and 84: portamento.
@Suite("Portamento")
struct GlideTests {
  /// Returns 0.5 ms · 4096^x for the normalized portamento time x. The scale is the engine's own;
  /// MIDI does not specify one.
  static func secondsPerSemitone(_ coarse: UInt8, _ fine: UInt8) -> Double {
    0.0005 * pow(4096, Double(Int(coarse) * 128 + Int(fine)) / 16383)
  }

  // Proves controller 5: MIDI 1.0 table III; 1 ms, the scale is the engine's own
  // Proves controller 65: MIDI 1.0 table III; 0.1 cent
  @Test("The pitch ramps linearly, with the given time per semitone")
  func glide() throws {
    let events =
      [.control(5, 60), .control(37, 10), .control(65, 127), .on(60), .off(60)].at(0)
      + [.on(67)].at(0.1)
    let audio = try Probe(.tone).play(events, seconds: 0.6)
    let duration = 7 * Self.secondsPerSemitone(60, 10)
    // The ramp and its ends.
    for share in [0.3, 0.5, 0.7] {
      let middle = 0.1 + duration * share
      let deviation = audio.deviation(from: middle - 0.025, to: middle + 0.025) {
        700 * ($0 - 0.1) / duration
      }
      #expect(abs(deviation) < 0.1, "\(share): \(deviation)")
    }
    let end = 0.1 + duration
    #expect(abs(audio.deviation(from: end + 0.002, to: end + 0.06) { _ in 700 }) < 0.1)
    // With portamento off, the next note starts at its pitch.
    let direct = try Probe(.tone).play(
      [.control(5, 60), .on(60), .off(60)].at(0) + [.on(67)].at(0.1), seconds: 0.2)
    #expect(abs(direct.deviation(from: 0.112, to: 0.19) { _ in 700 }) < 0.1)
  }

  // Proves controller 84: MIDI 1.0 table III, "portamento control"; 0.1 cent
  @Test("Controller 84 sets the start of the next note's glide, once")
  func source() throws {
    let events =
      [.control(5, 70), .control(84, 48), .on(60)].at(0) + [.off(60)].at(0.3)
      + [.on(72)].at(0.4)
    let audio = try Probe(.tone).play(events, seconds: 0.6)
    let duration = 12 * Self.secondsPerSemitone(70, 0)
    let deviation = audio.deviation(from: 0.02, to: min(duration, 0.3) - 0.02) {
      1200 * $0 / duration - 1200
    }
    #expect(abs(deviation) < 0.1, "\(deviation)")
    #expect(abs(audio.deviation(from: 0.43, to: 0.59) { _ in 1200 }) < 0.1)
  }

  // Proves controller 84: MIDI 1.0 table III, "portamento control"; no new attack
  @Test("If the key of controller 84 is active, its note continues as the new one")
  func sounding() throws {
    let probe = Probe(.tone, [.volumeEnvelopeAttack: timecents(0.2)])
    let events =
      [.on(60)].at(0) + [.control(84, 60), .on(67)].at(0.3) + [.off(60)].at(0.35)
      + [.off(67)].at(0.5)
    let audio = try probe.play(events, seconds: 0.6)
    #expect(abs(audio.deviation(from: 0.302, to: 0.49) { _ in 700 }) < 0.1)
    // Without a new attack, the level is constant through the other key's note-off.
    let loud = audio.left[Int(0.25 * 48_000)..<Int(0.29 * 48_000)].max() ?? 0
    for second in [0.31, 0.45] {
      let frame = Int(second * 48_000)
      let now = audio.left[frame..<frame + 1920].max() ?? 0
      #expect(abs(decibels(Double(now / loud))) < 0.1)
    }
    #expect(audio.left[Int(0.55 * 48_000)...].allSatisfy { abs($0) < 0.001 })
  }
}
