import PeachInstrumentModel

/// The fields of a modulator source (SoundFont 2.04 §8.2).
struct Source {
  enum Curve: UInt16, CaseIterable { case linear, concave, convex, `switch` }

  var bits: UInt16

  /// A general controller (§8.2.1): 0 none, 2 velocity, 3 key, 10 and 13 pressure, 14 and 16 pitch
  /// bend.
  init(
    _ index: UInt16, _ curve: Curve = .linear, isDown: Bool = false, isBipolar: Bool = false
  ) {
    bits = index | curve.rawValue << 10 | (isDown ? 0x100 : 0) | (isBipolar ? 0x200 : 0)
  }

  /// A MIDI controller.
  static func controller(
    _ number: UInt16, _ curve: Curve = .linear, isDown: Bool = false, isBipolar: Bool = false
  ) -> Source {
    Source(number | 0x80, curve, isDown: isDown, isBipolar: isBipolar)
  }

  static var none: Source { Source(0) }
}

extension Modulator {
  init(
    _ source: Source, _ destination: Generator, _ amount: Int16, times amountSource: Source = .none,
    transform: UInt16 = 0
  ) {
    self.init(
      source: source.bits, destination: UInt16(destination.rawValue), amount: amount,
      amountSource: amountSource.bits, transform: transform)
  }

  /// The default modulators except pitch bend (§8.4.1 to 8.4.9), with amount 0.
  static let noDefaults = [
    Modulator(Source(2, .concave, isDown: true), .initialAttenuation, 0),
    Modulator(Source(2, isDown: true), .initialFilterCutoff, 0),
    Modulator(Source(13), .vibratoLFOToPitch, 0),
    Modulator(.controller(1), .vibratoLFOToPitch, 0),
    Modulator(.controller(7, .concave, isDown: true), .initialAttenuation, 0),
    Modulator(.controller(10, isBipolar: true), .pan, 0),
    Modulator(.controller(11, .concave, isDown: true), .initialAttenuation, 0),
    Modulator(.controller(91), .reverbSend, 0),
    Modulator(.controller(93), .chorusSend, 0),
  ]
}
