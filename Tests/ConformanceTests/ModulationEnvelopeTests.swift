import Foundation
import PeachInstrumentModel
import Testing

/// SoundFont 2.04 §8.1.2 (7, 11, 25 to 32) and §9.1.7, measured as pitch and cutoff.
@Suite("Modulation envelope")
struct ModulationEnvelopeTests {
  /// §9.5.3: the convex curve, 0 to 1.
  static func convex(_ x: Double) -> Double { max(0, 1 + 40.0 / 96 * log10(max(x, 1e-9))) }

  // Proves generator 7: SF2.04 §8.1.2; 0.1 cent
  // Proves generator 25: SF2.04 §8.1.2; 1 ms
  // Proves generator 26: SF2.04 §8.1.2, §9.5.3; 1 ms, convex to 0.1 cent of 1200
  // Proves generator 27: SF2.04 §8.1.2; 1 ms
  @Test("Delay, convex attack and hold match generators 25 to 27", arguments: [-1200, 600, 1200])
  func delayAttackHold(depth: Int16) throws {
    let audio = try Probe(
      .tone,
      [
        .modulationEnvelopeDelay: timecents(0.1), .modulationEnvelopeAttack: timecents(0.2),
        .modulationEnvelopeHold: timecents(0.1), .modulationEnvelopeDecay: timecents(0.2),
        .modulationEnvelopeSustain: 1000, .modulationEnvelopeToPitch: depth,
      ]
    ).note(seconds: 0.6)
    let start = seconds(timecents(0.1))
    let attack = seconds(timecents(0.2))
    let hold = seconds(timecents(0.1))
    #expect(abs(audio.deviation(from: 0.01, to: start - 0.002) { _ in 0 }) < 0.1)
    for share in [0.25, 0.5, 0.75, 0.9] {
      let middle = start + share * attack
      let deviation = audio.deviation(from: middle - 0.015, to: middle + 0.015) {
        Double(depth) * Self.convex(($0 - start) / attack)
      }
      #expect(abs(deviation) < 0.1, "\(share): \(deviation)")
    }
    let top = start + attack
    #expect(
      abs(audio.deviation(from: top + 0.002, to: top + hold - 0.002) { _ in Double(depth) }) < 0.1)
    // The decay is linear: it meets the peak at the end of the hold stage.
    let corner = start + attack + hold
    let fall = seconds(timecents(0.2))
    for share in [0.25, 0.5, 0.75] {
      let cents = audio.cents(at: corner + share * fall)
      #expect(abs(cents - Double(depth) * (1 - share)) < 0.005 * abs(Double(depth)))
    }
  }

  // Proves generator 28: SF2.04 §8.1.2; 1 ms
  // Proves generator 29: SF2.04 §8.1.2; 0.1 cent of 1200
  // Proves generator 30: SF2.04 §8.1.2; 1 ms
  @Test("Decay and release match generators 28 to 30", arguments: [250, 500, 900])
  func decaySustainRelease(sustain: Int16) throws {
    let audio = try Probe(
      .tone,
      [
        .modulationEnvelopeDecay: timecents(0.4), .modulationEnvelopeSustain: sustain,
        .modulationEnvelopeRelease: timecents(0.3), .modulationEnvelopeToPitch: 1200,
        .volumeEnvelopeRelease: timecents(4),
      ]
    ).note(release: 0.5, seconds: 0.8)
    let level = 1 - Double(sustain) / 1000
    let decay = seconds(timecents(0.4))
    // 1 ms of the decay is 3 cents.
    for share in [0.25, 0.5, 0.75] {
      let moment = 0.001 + share * Double(sustain) / 1000 * decay
      let expected = 1200 - 1.2 * Double(sustain) * share
      #expect(abs(audio.cents(at: moment) - expected) < 1200 * 0.001 / decay)
    }
    #expect(abs(audio.deviation(from: 0.42, to: 0.49) { _ in 1200 * level }) < 0.1)
    let release = seconds(timecents(0.3))
    for share in [0.25, 0.5, 0.75] {
      let cents = audio.cents(at: 0.5 + share * level * release)
      #expect(abs(cents - 1200 * level * (1 - share)) < 1200 * 0.001 / release)
    }
    #expect(abs(audio.deviation(from: 0.5 + level * release + 0.002, to: 0.79) { _ in 0 }) < 0.1)
  }

  // Proves generator 31: SF2.04 §8.1.2; 1 ms
  // Proves generator 32: SF2.04 §8.1.2; 1 ms
  @Test("Hold and decay scale by timecents per key from 60", arguments: [48, 60, 72])
  func keyScaling(key: UInt8) throws {
    let audio = try Probe(
      .tone,
      [
        .modulationEnvelopeHold: timecents(0.1), .keyToModulationEnvelopeHold: 50,
        .modulationEnvelopeDecay: timecents(0.2), .keyToModulationEnvelopeDecay: -60,
        .modulationEnvelopeSustain: 1000, .modulationEnvelopeToPitch: 1200, .scaleTuning: 0,
      ]
    ).note(key: key, seconds: 0.55)
    let keysBelow = 60 - Int16(key)
    let hold = 0.001 + seconds(timecents(0.1) + 50 * keysBelow)
    let decay = seconds(timecents(0.2) - 60 * keysBelow)
    #expect(abs(audio.cents(at: hold - 0.003) - 1200) < 2)
    for share in [0.25, 0.5, 0.75] {
      let cents = audio.cents(at: hold + share * decay)
      #expect(abs(cents - 1200 * (1 - share)) < 1200 * 0.001 / decay)
    }
  }

  // Proves generator 11: SF2.04 §8.1.2; 0.5 dB at the resulting cutoff
  @Test("The envelope modulates cutoff in both directions", arguments: [-2400, -1200, 1200, 2400])
  func cutoff(depth: Int16) throws {
    let audio = try Probe(
      .impulse(second: 0.1),
      [
        .initialFilterCutoff: absoluteCents(250), .modulationEnvelopeToFilterCutoff: depth,
        .modulationEnvelopeDecay: timecents(0.05), .modulationEnvelopeSustain: 500,
      ]
    ).note(seconds: 0.15)
    let expected = hertz(absoluteCents(250) + depth / 2)
    #expect(abs(audio.response(at: expected, impulseAt: 0.1) - -3.01) < 0.5)
    #expect(abs(audio.response(at: expected * 4, impulseAt: 0.1) - -24.1) < 0.5)
  }
}
