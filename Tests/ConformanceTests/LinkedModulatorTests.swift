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
  @Test("The sum of linked modulators is the input of a source, whose full scale is 128")
  func chain() throws {
    let two = [
      Modulator(Source(127), .fineTune, 600),
      Self.link(from: .controller(20), to: 0, 128),
      Self.link(from: .controller(21), to: 0, -64),
    ]
    for (first, second) in [(0, 0), (127, 0), (64, 32), (127, 127), (0, 127)] as [(UInt8, UInt8)] {
      let expected = 600 * max(Double(first) - Double(second) / 2, 0) / 128
      let measured = try Self.cents(
        two, [.control(20, first), .control(21, second)], near: expected)
      #expect(abs(measured - expected) < 0.1, "\(first), \(second): \(measured) cents")
    }
    // A chain of three: half of half the controller's value.
    let three = [
      Self.link(from: Source(127), to: 1, 64), Modulator(Source(127), .fineTune, 1000),
      Self.link(from: .controller(20), to: 0, 64),
    ]
    let measured = try Self.cents(three, [.control(20, 127)], near: 248)
    #expect(abs(measured - 1000.0 / 4 * 127 / 128) < 0.1, "\(measured) cents")
  }

  /// A link's polarity and direction, and the share of the amount at full scale.
  struct Link: Sendable {
    var isBipolar: Bool
    var isDown: Bool
    var share: Double
  }

  static let links: [Link] = [
    Link(isBipolar: false, isDown: false, share: 127.0 / 128),
    Link(isBipolar: true, isDown: false, share: 127.0 / 128),
    Link(isBipolar: false, isDown: true, share: 1.0 / 128),
    Link(isBipolar: true, isDown: true, share: -127.0 / 128),
  ]

  // Proves source link: SF2.04 §8.2.1, §9.5.4; 0.1 cent, at most the amount
  @Test("A link gives at most the amount, with its polarity and direction", arguments: links)
  func fullScale(link: Link) throws {
    let source = Source(127, isDown: link.isDown, isBipolar: link.isBipolar)
    func measure(_ amount: Int16, near guess: Double) throws -> Double {
      let own = Modulator(source, .fineTune, 1000)
      let chain = [own, Self.link(from: .controller(16), to: 0, amount)]
      return try Self.cents(chain, [.control(16, 64)], near: guess)
    }
    // 1000 is eight times the full scale of 128.
    let most = try measure(1000, near: 1000 * link.share)
    #expect(abs(most - 1000 * link.share) < 0.1, "\(most) cents")
    let half: Double = link.isBipolar && link.isDown ? -500 : 500
    let middle = try measure(128, near: half)
    #expect(abs(middle - half) < 0.1, "\(middle) cents")
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
