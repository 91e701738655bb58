import Foundation
import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMIDIEvents
import PeachPlugIn
import SoundMeasurement
import Testing

@Suite("Per-note pitch: MIDI 2.0 and MPE")
struct NotePitchTests {
  /// Cents by which a rig's last note sounds above key 69 as it is, near `expected`.
  private func cents(_ rig: SamplerUnitFixture, near expected: Double) -> Double {
    expected
      + PitchMeter.cents(
        of: rig.left[20_000...], above: 441 * exp2(expected / 1200),
        sampleRate: SamplerUnitFixture.sampleRate)
  }

  private func packet(_ word1: UInt32, _ word2: UInt32, at frame: Int = 0) -> UnitEvent {
    UnitEvent(frame: frame, .packet(UniversalMIDIPacket(word1, word2)))
  }

  private func sounded(_ events: [UnitEvent]) throws -> SamplerUnitFixture {
    let rig = try SamplerUnitFixture(playing: TestBank.tone())
    rig.render(64_000, events)
    return rig
  }

  // MIDI 2.0, M2-104-UM §7.4.1, table 14: attribute 3 is the pitch, 7 bits and 9 of fraction.
  @Test(
    "A note has the pitch of its attribute", arguments: [-700.0, 0, 12.5, 33.0078125, 1234.375])
  func attribute(_ cents: Double) throws {
    let pitch = UInt32(((69 + cents / 100) * 512).rounded())
    let exact = (Double(pitch) / 512 - 69) * 100
    let rig = try sounded([packet(0x4090_4503, 0xC000_0000 | pitch)])
    #expect(abs(self.cents(rig, near: exact) - exact) < 0.01)
  }

  // §7.4.5: 32 bits, 0x80000000 for none; ±48 semitones where nothing else is said.
  @Test(
    "Per-note pitch bend has 32 bits: 0.001 cents are measurable",
    arguments: [0, 0.001, 0.002, 7.3, 386.3137, -4321.1])
  func bend(_ cents: Double) throws {
    let value = UInt32((2_147_483_648 * (1 + cents / 4800)).rounded())
    let rig = try sounded([
      packet(0x4090_4500, 0xC000_0000), packet(0x4060_4500, value, at: 100),
    ])
    let plain = try sounded([packet(0x4090_4500, 0xC000_0000)])
    let bent = self.cents(rig, near: cents) - self.cents(plain, near: 0)
    #expect(abs(bent - cents) < (abs(cents) < 1 ? 0.0005 : 0.01))
  }

  // §7.4.4: registered per-note controller 3 is the pitch, 7 bits and 25 of fraction; and
  // registered controller 7 says how far a bend reaches.
  @Test("Pitch and bend range of an active note can change")
  func controller() throws {
    let pitch = UInt32(71.4142 * 33_554_432)
    let moved = try sounded([
      packet(0x4090_4500, 0xC000_0000), packet(0x4000_4503, pitch, at: 5000),
    ])
    #expect(abs(cents(moved, near: 241.42) - 241.42) < 0.01)
    let narrow = try sounded([
      packet(0x4020_0007, 7 << 25), packet(0x4090_4500, 0xC000_0000),
      packet(0x4060_4500, 0xC000_0000, at: 100),
    ])
    #expect(abs(cents(narrow, near: 350) - 350) < 0.01)
  }

  @Test("Per-note pitch bend does not affect other notes of the channel")
  func others() throws {
    let rig = try sounded([
      packet(0x4090_4500, 0xC000_0000), packet(0x4060_3900, 0xFFFF_FFFF, at: 100),
      packet(0x4060_4600, 0, at: 100),
    ])
    #expect(
      abs(cents(rig, near: 0) - cents(try sounded([SamplerUnitFixture.on(69)]), near: 0)) < 0.001)
  }

  // MPE 1.0 (M1-100-UM) §2.4: members bend by ±48 semitones, their manager by ±2, and both add up.
  @Test("In an MPE zone, member and manager bends add up")
  func zone() throws {
    func played(_ bends: [[UInt8]]) throws -> SamplerUnitFixture {
      let rig = try SamplerUnitFixture(
        playing: TestBank.tone { $0.modulators = DefaultModulators().modulators })
      let zone: [[UInt8]] = [[0xB0, 101, 0], [0xB0, 100, 6], [0xB0, 6, 15]]
      rig.render(
        64_000, (zone + [[0x91, 69, 127]] + bends).map { SamplerUnitFixture.event($0) })
      return rig
    }
    func wheel(_ channel: UInt8, _ value: Int) -> [UInt8] {
      [0xE0 | channel, UInt8((value + 8192) & 127), UInt8((value + 8192) >> 7)]
    }
    let rows: [(bends: [[UInt8]], cents: Double)] = [
      ([], 0), ([wheel(1, 1000)], 1000.0 / 8192 * 4800), ([wheel(2, 1000)], 0),
      ([wheel(0, 4096)], 100), ([wheel(1, -3000), wheel(0, -4096)], -3000.0 / 8192 * 4800 - 100),
    ]
    let plain = cents(try played([]), near: 0)
    for row in rows {
      let bent = cents(try played(row.bends), near: row.cents) - plain
      #expect(abs(bent - row.cents) < 0.01, "\(row.bends): \(bent)")
    }
  }
}
