import Foundation
import PeachInstrumentModel
import PeachSynthesis
import Testing

/// SoundFont 2.04 §8.2.1 (source 127) and §9.5.4: modulators as sources of modulators.
@Suite("Linked modulators")
struct LinkedModulatorTests {
  static func link(from source: Source, to index: UInt16, _ amount: Int16) -> Modulator {
    Modulator(
      source: source.bits, destination: 0x8000 | index, amount: amount, amountSource: 0,
      transform: 0)
  }

  static func cents(
    _ modulators: [Modulator], _ events: [SynthesizerEvent], near guess: Double
  ) throws -> Double {
    let probe = Probe(.tone, [.vibratoLFODelay: 5000], modulators: modulators)
    return try probe.note(after: events, seconds: 0.06).cents(near: guess)
  }

  // Proves modulator linked: SF2.04 §8.2.1, §9.5.4; 0.1 cent
  // Proves source link: SF2.04 §8.2.1; 0.1 cent
  @Test("Linked modulators are summed as the source")
  func chain() throws {
    let two = [
      Modulator(Source(127), .fineTune, 600),
      Self.link(from: .controller(20), to: 0, 1),
      Self.link(from: .controller(21), to: 0, -2),
    ]
    for (first, second) in [(0, 0), (127, 0), (64, 32), (127, 127)] as [(UInt8, UInt8)] {
      let expected = 600 * (Double(first) - 2 * Double(second)) / 127
      let measured = try Self.cents(
        two, [.control(20, first), .control(21, second)], near: expected)
      #expect(abs(measured - expected) < 0.1, "\(first), \(second)")
    }
    // A chain of three multiplies (§9.5.4).
    let three = [
      Self.link(from: Source(127), to: 1, 3), Modulator(Source(127), .fineTune, 100),
      Self.link(from: .controller(20), to: 0, 2),
    ]
    let measured = try Self.cents(three, [.control(20, 127)], near: 600)
    #expect(abs(measured - 600) < 0.1)
  }

  // Proves modulator linked: SF2.04 §9.5.4; 0.1 cent; circular and dangling links are ignored
  @Test("Circular and dangling links have no effect")
  func broken() throws {
    let circle = [
      Self.link(from: Source(127), to: 1, 1), Self.link(from: Source(127), to: 0, 1),
      Modulator(Source(127), .fineTune, 500), Self.link(from: .controller(20), to: 99, 7),
    ]
    #expect(try abs(Self.cents(circle, [.control(20, 127)], near: 0)) < 0.1)
  }
}
