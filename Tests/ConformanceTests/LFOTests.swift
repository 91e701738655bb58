import Foundation
import PeachInstrumentModel
import Testing

/// SoundFont 2.04 §8.1.2 (5, 6, 10, 13, 21 to 24): two triangle LFOs, measured as pitch, level and
/// cutoff.
@Suite("LFOs")
struct LFOTests {
  static let rates = [0.8, 4, 8.176, 20, 60, 100]

  /// Returns a triangle that starts at zero and rises.
  static func triangle(_ turns: Double) -> Double {
    let turn = turns - turns.rounded(.down)
    return turn < 0.25 ? 4 * turn : turn < 0.75 ? 2 - 4 * turn : 4 * turn - 4
  }

  /// Returns the rate in hertz, from the falling zero crossings of a curve.
  static func rate(_ curve: [(second: Double, value: Double)]) -> Double {
    var falls: [Double] = []
    for (from, to) in zip(curve, curve.dropFirst()) where from.value > 0 && to.value <= 0 {
      let share = from.value / (from.value - to.value)
      falls.append(from.second + share * (to.second - from.second))
    }
    guard let first = falls.first, let last = falls.last, falls.count > 1 else { return .nan }
    return Double(falls.count - 1) / (last - first)
  }

  // Proves generator 5: SF2.04 §8.1.2; 0.1 cent
  // Proves generator 6: SF2.04 §8.1.2; 0.1 cent
  @Test(
    "Both LFOs modulate pitch with a triangle that starts upwards; negative depths invert it",
    arguments: [
      (.modulationLFOToPitch, .modulationLFOFrequency), (.vibratoLFOToPitch, .vibratoLFOFrequency),
    ] as [(Generator, Generator)])
  func pitch(depth: Generator, frequency: Generator) throws {
    for amount in [100, -100, 1200] as [Int16] {
      let audio = try Probe(.tone, [depth: amount, frequency: absoluteCents(2)])
        .note(seconds: 0.52)
      let rate = hertz(absoluteCents(2))
      for second in [0.04, 0.125, 0.1875, 0.25, 0.3125, 0.375, 0.4375, 0.48] {
        let deviation = audio.deviation(from: second - 0.03, to: second + 0.03) {
          Double(amount) * Self.triangle($0 * rate)
        }
        #expect(abs(deviation) < 0.1, "\(amount) at \(second) s: \(deviation)")
      }
    }
  }

  // Proves generator 13: SF2.04 §8.1.2; 0.1 dB, boost and cut
  @Test("The modulation LFO modulates the level in both directions", arguments: [100, -100, 300])
  func volume(depth: Int16) throws {
    let audio = try Probe(
      .level, [.modulationLFOToVolume: depth, .modulationLFOFrequency: absoluteCents(2)]
    ).note(seconds: 0.52)
    let rate = hertz(absoluteCents(2))
    for second in [0.0625, 0.15, 0.1875, 0.25, 0.3125, 0.35, 0.4375, 0.5] {
      let expected = Double(depth) / 10 * Self.triangle(second * rate)
      #expect(abs(audio.level(at: second) - expected) < 0.1)
    }
  }

  // Proves generator 10: SF2.04 §8.1.2; 0.5 dB at the resulting cutoff
  @Test(
    "The modulation LFO modulates the cutoff in both directions",
    arguments: [(1200, 0.125), (1200, 0.375), (-1200, 0.125), (-1200, 0.375)])
  func cutoff(depth: Int16, second: Double) throws {
    // At its extremes the triangle is nearly constant for longer than the filter rings.
    let audio = try Probe(
      .impulse(second: second),
      [
        .initialFilterCutoff: absoluteCents(500), .modulationLFOToFilterCutoff: depth,
        .modulationLFOFrequency: absoluteCents(2),
      ]
    ).note(seconds: second + 0.05)
    let value = Self.triangle(second * hertz(absoluteCents(2)))
    let expected = hertz(absoluteCents(500)) * exp2(Double(depth) * value / 1200)
    #expect(abs(audio.response(at: expected, impulseAt: second) - -3.01) < 0.5)
    #expect(abs(audio.response(at: expected * 4, impulseAt: second) - -24.1) < 0.5)
  }

  // Proves generator 22: SF2.04 §8.1.2; 0.5 %
  @Test("Modulation LFO rate matches generator 22", arguments: rates)
  func modulationRate(rate: Double) throws {
    let audio = try Probe(
      .level, [.modulationLFOToVolume: 100, .modulationLFOFrequency: absoluteCents(rate)]
    ).note(seconds: max(2.2 / rate, 0.4))
    let curve = stride(from: 240, to: audio.left.count, by: 8).map {
      (second: Double($0) / audio.rate, value: decibels(audio.gain($0)))
    }
    #expect(abs(Self.rate(curve) / hertz(absoluteCents(rate)) - 1) < 0.005)
  }

  // Proves generator 24: SF2.04 §8.1.2; 0.5 %
  @Test("Vibrato LFO rate matches generator 24", arguments: rates)
  func vibratoRate(rate: Double) throws {
    let audio = try Probe(
      .tone, [.vibratoLFOToPitch: 600, .vibratoLFOFrequency: absoluteCents(rate)]
    ).note(seconds: max(2.2 / rate, 0.4))
    let curve = audio.pitches.map { (second: $0.second, value: $0.cents) }
    #expect(abs(Self.rate(curve) / hertz(absoluteCents(rate)) - 1) < 0.005)
  }

  // Proves generator 21: SF2.04 §8.1.2; 1 ms
  @Test("Modulation LFO delay matches generator 21", arguments: [0.02, 0.15])
  func modulationDelay(delay: Double) throws {
    let audio = try Probe(
      .level,
      [
        .modulationLFOToVolume: 100, .modulationLFOFrequency: absoluteCents(8),
        .modulationLFODelay: timecents(delay),
      ]
    ).note(seconds: delay + 0.05)
    let start = seconds(timecents(delay))
    #expect(abs(audio.level(at: start - 0.002)) < 0.01)
    // Halfway to the first extreme; 5 dB.
    let half = try #require(audio.second(rising: pow(10, 5.0 / 20)))
    #expect(abs(half - start - 1.0 / 64) < 0.001)
  }

  // Proves generator 23: SF2.04 §8.1.2; 1 ms
  @Test("Vibrato LFO delay matches generator 23", arguments: [0.02, 0.15])
  func vibratoDelay(delay: Double) throws {
    let audio = try Probe(
      .tone,
      [
        .vibratoLFOToPitch: 400, .vibratoLFOFrequency: absoluteCents(8),
        .vibratoLFODelay: timecents(delay),
      ]
    ).note(seconds: delay + 0.05)
    let start = seconds(timecents(delay))
    #expect(abs(audio.deviation(from: 0.002, to: start - 0.001) { _ in 0 }) < 0.1)
    // 0.5 ms of the rise, at 12,800 cents per second, is 6.4 cents.
    let deviation = audio.deviation(from: start + 0.002, to: start + 0.03) {
      400 * Self.triangle(($0 - start) * hertz(absoluteCents(8)))
    }
    #expect(abs(deviation) < 6.4, "\(deviation)")
  }
}
