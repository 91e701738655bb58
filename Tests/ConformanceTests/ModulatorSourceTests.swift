import Foundation
import PeachInstrumentModel
import PeachSynthesis
import Testing

/// SoundFont 2.04 §8.2, §8.3 and §9.5: sources and curves, measured as 1000 cents of pitch, so that
/// 0.1 cents is 1/10,000 of the curve.
@Suite("Modulator sources and curves")
struct ModulatorSourceTests {
  /// Expects a pitch offset from these modulators alone.
  static func expect(
    _ share: Double, _ modulators: [Modulator], key: UInt8 = 60, velocity: UInt8 = 127,
    after events: [SynthesizerEvent] = [], _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let probe = Probe(
      .tone, [.scaleTuning: 0, .vibratoLFODelay: 5000],
      modulators: Modulator.noDefaults + modulators)
    let audio = try probe.note(key: key, velocity: velocity, after: events, seconds: 0.06)
    let measured = audio.cents(near: 1000 * share)
    #expect(
      abs(measured - 1000 * share) < 0.1, comment ?? "\(measured) cents",
      sourceLocation: sourceLocation)
  }

  static func moving(_ source: Source) -> [Modulator] { [Modulator(source, .fineTune, 1000)] }

  static func control(_ controller: UInt8, _ value: UInt8) -> SynthesizerEvent {
    .controlChange(channel: 0, controller: controller, value: value)
  }

  // Proves source none: SF2.04 §8.2.1; 0.01 %
  // Proves source velocity: SF2.04 §8.2.1; 0.01 %
  // Proves source key: SF2.04 §8.2.1; 0.01 %
  @Test("No controller is 1; note-on velocity and key are those of the note")
  func note() throws {
    try Self.expect(1, Self.moving(.none))
    for value in [1, 50, 64, 127] as [UInt8] {
      try Self.expect(Double(value) / 128, Self.moving(Source(2)), velocity: value)
      try Self.expect(Double(value) / 128, Self.moving(Source(3)), key: value)
    }
  }

  // Proves source key-pressure: SF2.04 §8.2.1; 0.01 %
  // Proves source channel-pressure: SF2.04 §8.2.1; 0.01 %
  // Proves message key-pressure: SF2.04 §8.2.1; 0.01 %
  @Test("Key pressure and channel pressure")
  func pressure() throws {
    for value in [0, 50, 127] as [UInt8] {
      try Self.expect(
        Double(value) / 128, Self.moving(Source(10)),
        after: [
          .keyPressure(channel: 0, key: 60, value: value),
          .keyPressure(channel: 0, key: 61, value: 99),
        ])
      try Self.expect(
        Double(value) / 128, Self.moving(Source(13)),
        after: [.channelPressure(channel: 0, value: value)])
    }
  }

  // Proves source wheel: SF2.04 §8.2.1; 0.01 %
  // Proves source wheel-sensitivity: SF2.04 §8.2.1; 0.01 %
  @Test("Pitch bend and its sensitivity")
  func wheel() throws {
    let still = Modulator(Source(14, isBipolar: true), .fineTune, 0, times: Source(16))
    for value in [0, 2000, 8192, 16_383] as [UInt16] {
      let events = [SynthesizerEvent.pitchBend(channel: 0, value: value)]
      try Self.expect(
        Double(value) / 16_383, [still] + Self.moving(Source(14)), after: events)
      let bipolar = value == 16_383 ? 1 : (Double(value) - 8192) / 8192
      try Self.expect(
        bipolar, [still] + Self.moving(Source(14, isBipolar: true)), after: events)
    }
    try Self.expect(2.0 / 127, Self.moving(Source(16)))
    try Self.expect(
      24.0 / 127, Self.moving(Source(16)),
      after: [Self.control(101, 0), Self.control(100, 0), Self.control(6, 24)])
  }

  static let forbidden: Set<UInt8> = Set([0, 6, 98, 99, 100, 101]).union(32...63).union(120...127)

  // Proves source controller: SF2.04 §8.2.1; 0.01 %, every value from 0 to 127
  @Test("All permitted controllers are sources, and no others", arguments: 0...127)
  func controllers(number: UInt8) throws {
    for value in [0, 64, 100] as [UInt8] {
      let share = Self.forbidden.contains(number) ? 0 : Double(value) / 128
      // The same key, so that controller 84 causes no glide.
      try Self.expect(
        share, Self.moving(.controller(UInt16(number))), key: value,
        after: [Self.control(number, value)], "controller \(number) at \(value)")
    }
  }

  /// §8.2.4, for 0 to 1: −(20/96)·log10(value² / range²), mirrored for convex.
  static func concave(_ x: Double) -> Double { x >= 1 ? 1 : min(-40.0 / 96 * log10(1 - x), 1) }

  /// Table 2 of §9.5.3: the minimum position is 0, or −1 if bipolar; the maximum is 127/128. The
  /// formulas of §8.2.4 divide by the maximum value.
  static func expected(
    _ curve: Source.Curve, isDown: Bool, isBipolar: Bool, at value: UInt8
  ) -> Double {
    let travel = isDown && !isBipolar ? 127 - Double(value) : Double(value)
    let offset = isBipolar ? travel - 64 : travel
    let isUpper = isBipolar ? value >= 64 : travel >= 64
    let maximum = offset < 0 ? 1 : 127.0 / 128
    let size = abs(offset) / (isBipolar ? (offset < 0 ? 64 : 63) : 127)
    let shaped =
      switch curve {
      case .switch: isBipolar || isUpper ? maximum : 0
      case .concave: min(concave(size), maximum)
      case .convex: min(1 - concave(1 - size), maximum)
      default: size * maximum
      }
    return (isBipolar && isDown) == (offset < 0) ? shaped : -shaped
  }

  // Proves curve linear, concave, convex, switch: SF2.04 §8.2.4, §9.5.3; 0.01 %
  // Proves direction down: SF2.04 §8.2.2; 0.01 %
  // Proves polarity bipolar: SF2.04 §8.2.3; 0.01 %
  @Test(
    "Four curves, two directions, two polarities",
    arguments: Source.Curve.allCases, [false, true])
  func curves(curve: Source.Curve, isDown: Bool) throws {
    for isBipolar in [false, true] {
      let source = Source.controller(20, curve, isDown: isDown, isBipolar: isBipolar)
      for value in [0, 1, 20, 63, 64, 65, 100, 126, 127] as [UInt8] {
        try Self.expect(
          Self.expected(curve, isDown: isDown, isBipolar: isBipolar, at: value),
          Self.moving(source), after: [Self.control(20, value)],
          "\(curve), down \(isDown), bipolar \(isBipolar), at \(value)")
      }
    }
  }

  // Proves amount-source product: SF2.04 §8.2, §9.5; 0.01 %
  @Test("A second source of any curve scales the amount")
  func amountSource() throws {
    for value in [0, 30, 64, 127] as [UInt8] {
      let events = [Self.control(20, 90), Self.control(21, value)]
      let linear = Modulator(
        .controller(20), .fineTune, 1000, times: .controller(21))
      try Self.expect(90.0 / 128 * Double(value) / 128, [linear], after: events)
      let curved = Modulator(
        .controller(20), .fineTune, 1000,
        times: .controller(21, .convex, isDown: true, isBipolar: true))
      let scale = Self.expected(.convex, isDown: true, isBipolar: true, at: value)
      try Self.expect(90.0 / 128 * scale, [curved], after: events)
      let alone = Modulator(.none, .fineTune, 1000, times: .controller(21))
      try Self.expect(Double(value) / 128, [alone], after: events)
    }
  }

  // Proves source key: SF2.04 §9.5.3; 0.1 cent: key 96 gives 900 of 1200 cents
  @Test("A linear source is the value divided by 128")
  func tableOfInputValues() throws {
    let probe = Probe(
      .tone, [.scaleTuning: 0, .vibratoLFODelay: 5000],
      modulators: Modulator.noDefaults + [Modulator(Source(3), .fineTune, 1200)])
    let measured = try probe.note(key: 96, seconds: 0.06).cents(near: 900)
    #expect(abs(measured - 900) < 0.1, "\(measured) cents")
  }

  // Proves transform absolute: SF2.04 §8.3, §9.5; 0.01 %
  @Test("The absolute transform rectifies negative values")
  func absolute() throws {
    for value in [0, 32, 64, 127] as [UInt8] {
      let normalizedValue = Self.expected(.linear, isDown: false, isBipolar: true, at: value)
      for amount in [1000, -1000] as [Int16] {
        let modulator = Modulator(
          .controller(20, isBipolar: true), .fineTune, amount, transform: 2)
        try Self.expect(abs(normalizedValue), [modulator], after: [Self.control(20, value)])
      }
    }
  }
}
