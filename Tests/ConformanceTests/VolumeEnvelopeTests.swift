import Foundation
import PeachInstrumentModel
import Testing

/// SoundFont 2.04 §8.1.2 (33 to 40) and §9.1.7, measured with a sample of constant level.
@Suite("Volume envelope")
struct VolumeEnvelopeTests {
  // Proves generator 33: SF2.04 §8.1.2; 1 ms
  // Proves generator 34: SF2.04 §8.1.2, §9.1.7; 1 ms, linear in amplitude to 0.1 dB
  // Proves generator 35: SF2.04 §8.1.2; 1 ms
  @Test("Delay, attack and hold match their times; the attack is linear")
  func delayAttackHold() throws {
    let audio = try Probe(
      .level,
      [
        .volumeEnvelopeDelay: timecents(0.05), .volumeEnvelopeAttack: timecents(0.1),
        .volumeEnvelopeHold: timecents(0.08), .volumeEnvelopeDecay: timecents(0.2),
        .volumeEnvelopeSustain: 1000,
      ]
    ).note(seconds: 0.3)
    let start = seconds(timecents(0.05))
    let attack = seconds(timecents(0.1))
    let hold = seconds(timecents(0.08))
    #expect(abs(try #require(audio.second(rising: 1e-6)) - start) < 0.001)
    for share in [0.25, 0.5, 0.75, 0.9] {
      let moment = start + share * attack
      #expect(abs(try #require(audio.second(rising: share)) - moment) < 0.001)
      #expect(abs(audio.level(at: moment) - decibels(share)) < 0.1)
    }
    #expect(abs(try #require(audio.second(rising: 0.9999)) - start - attack) < 0.001)
    // A decay of 0.1 dB takes 0.2 ms.
    let end = try #require(audio.second(falling: 0.9885, from: start + attack + 0.001))
    #expect(abs(end - start - attack - hold) < 0.001)
  }

  // Proves generator 21, 23, 25, 33: SF2.04 §8.1.2; bit for bit
  @Test(
    "A delay of −32768 is zero",
    arguments: [
      .modulationLFODelay, .vibratoLFODelay, .modulationEnvelopeDelay, .volumeEnvelopeDelay,
    ] as [Generator])
  func noDelay(delay: Generator) throws {
    let none = try AdditionTests.render([delay: -12_000])
    #expect(try AdditionTests.render([delay: .min]) == none)
    #expect(try AdditionTests.render([delay: timecents(0.002)]) != none)
  }

  // Proves generator 36: SF2.04 §8.1.2, §9.1.7; 100 dB in that time, to 1 ms and 0.1 dB
  // Proves generator 37: SF2.04 §8.1.2; 0.1 dB
  @Test(
    "Decay is linear in decibels, at 100 dB per decay time, to the sustain level",
    arguments: [(0.4, 100), (0.4, 300), (1.2, 200)])
  func decaySustain(time: Double, sustain: Int16) throws {
    let audio = try Probe(
      .level, [.volumeEnvelopeDecay: timecents(time), .volumeEnvelopeSustain: sustain]
    ).note(seconds: 0.3)
    // Default attack (1 ms) and no hold.
    let fall = Double(sustain) / 1000 * seconds(timecents(time))
    for share in [0.25, 0.5, 0.75] {
      let level = -Double(sustain) / 10 * share
      #expect(abs(audio.level(at: 0.001 + share * fall) - level) < 0.1)
    }
    let flat = -Double(sustain) / 10
    let bottom = try #require(audio.second(falling: pow(10, (flat + 0.02) / 20), from: 0.001))
    #expect(abs(bottom - 0.001 - fall) < 0.001)
    #expect(abs(audio.level(at: 0.29) - flat) < 0.1)
  }

  // Proves generator 38: SF2.04 §8.1.2, §9.1.7; 100 dB in that time, to 0.1 dB
  @Test(
    "Release time matches generator 38: 100 dB in that time, from any stage",
    arguments: [0.05, 0.15, 0.25])
  func release(moment: Double) throws {
    let audio = try Probe(
      .level,
      [
        .volumeEnvelopeAttack: timecents(0.1), .volumeEnvelopeHold: timecents(0.1),
        .volumeEnvelopeDecay: timecents(0.2), .volumeEnvelopeSustain: 60,
        .volumeEnvelopeRelease: timecents(0.4),
      ]
    ).note(release: moment, seconds: moment + 0.3)
    let start = audio.level(at: moment)
    for passed in [0.05, 0.1, 0.2] {
      let expected = start - 100 * passed / seconds(timecents(0.4))
      #expect(abs(audio.level(at: moment + passed) - expected) < 0.1)
    }
  }

  // Proves generator 39: SF2.04 §8.1.2; 1 ms
  // Proves generator 40: SF2.04 §8.1.2; 1 ms
  @Test("Hold and decay scale by timecents per key from 60", arguments: [36, 54, 60, 72])
  func keyScaling(key: UInt8) throws {
    let audio = try Probe(
      .level,
      [
        .volumeEnvelopeHold: timecents(0.04), .keyToVolumeEnvelopeHold: 50,
        .volumeEnvelopeDecay: timecents(0.2), .keyToVolumeEnvelopeDecay: -80,
        .volumeEnvelopeSustain: 200,
      ]
    ).note(key: key, seconds: 0.4)
    let keysBelow = 60 - Int16(key)
    let hold = 0.001 + seconds(timecents(0.04) + 50 * keysBelow)
    let fall = 0.2 * seconds(timecents(0.2) - 80 * keysBelow)
    let begin = try #require(audio.second(falling: 0.99, from: 0.001))
    #expect(abs(begin - hold - fall * 0.087 / 20) < 0.001)
    let bottom = try #require(audio.second(falling: pow(10, -19.98 / 20), from: 0.001))
    #expect(abs(bottom - hold - fall) < 0.001)
  }
}
