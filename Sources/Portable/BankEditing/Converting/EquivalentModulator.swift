import PeachInstrumentFiles
import PeachInstrumentModel
import PeachMusicUnits

/// A modulation as a modulator and a constant (SoundFont 2.04 §8.2).
struct EquivalentModulator {
  /// The constant: an offset of the generator, or of an amplitude its factor.
  let offset: Float
  private let source: UInt16
  private let generator: Generator
  private let amount: Float
  /// Whether `offset` belongs to a level, which the caller applies.
  private let isLevel: Bool

  /// Returns `nil` without an equivalent. A controller with another initial value than MIDI's has
  /// none, because it would change the start of every song.
  init?(_ modulation: RegionModulation, controllers: [UInt8]) {
    guard let source = Self.source(modulation.source, controllers) else { return nil }
    if modulation.target == .amplitude {
      // A concave curve of 48 dB is proportional to the amplitude (§9.5.3). One that is silent
      // initially has no equivalent.
      guard case .controller(let number) = modulation.source, modulation.curve.isEmpty,
        controllers[Int(number & 127)] > 0
      else { return nil }
      (self.source, generator, amount) = (source | 0x0500, .initialAttenuation, 480)
      (offset, isLevel) = (modulation.amount, true)
    } else {
      guard let (generator, sign) = Self.generator(modulation.target),
        let shape = source == Self.bend ? Self.bendShape(modulation) : Self.shape(modulation.curve)
      else { return nil }
      self.generator = generator
      self.source = source | shape.bits
      isLevel = modulation.target == .gain
      offset = (isLevel ? 1 : sign) * modulation.amount * shape.offset
      amount = sign * modulation.amount * shape.scale
    }
    if !modulator(self.source, amount).isKnown { return nil }
  }

  /// Adds the modulator to a region, and the constant unless it is a level.
  func apply(to region: inout Region) {
    if isLevel { return region.add(modulator(source, amount)) }
    let value = region.generators[generator] + offset
    let isLinear = source & 0xFF00 == 0
    if isLinear, generator != .fineTune, generator.clamped(value) != value {
      // A bipolar source, whose value is 0 at 64, keeps the generator in its range. Its slope is
      // 0.8 % larger above 64; the difference is divided evenly.
      region.generators[generator] = value + amount * 64 / 128
      return region.add(modulator(source | 0x0200, amount * 0.498))
    }
    region.generators[generator] = value
    region.add(modulator(source, amount))
  }

  private static var bend: UInt16 { 0x020E }

  private static func source(
    _ source: RegionModulation.Source, _ controllers: [UInt8]
  ) -> UInt16? {
    switch source {
    case .controller(let number):
      controllers[Int(number & 127)] == DefaultConditions.initialControllers[Int(number & 127)]
        ? 0x0080 | UInt16(number) : nil
    case .velocity: 2
    case .key: 3
    case .keyPressure: 10
    case .channelPressure: 13
    case .bendUp: bend
    case .bendDown, .random: nil
    }
  }

  private static func generator(
    _ target: RegionModulation.Target
  ) -> (generator: Generator, sign: Float)? {
    switch target {
    case .generator(let generator): (generator, 1)
    case .gain: (.initialAttenuation, -1)
    default: nil
    }
  }

  /// A curve is `offset` plus `scale` times that of SoundFont with these `bits` (§8.2.1).
  private typealias Shape = (bits: UInt16, offset: Float, scale: Float)

  private static func bendShape(_ modulation: RegionModulation) -> Shape? {
    modulation.curve.isEmpty ? (0, 0, 1) : nil
  }

  /// SoundFont's curves: linear, switch, concave and convex in both directions, then bipolar ones.
  private static let shapes: [(bits: UInt16, values: [Float])] = [
    0, 0x0C00, 0x0400, 0x0500, 0x0800, 0x0900, 0x0200, 0x0600, 0x0A00,
  ].map { bits in (bits, SourceCurve(bits | 0x81)?.values.map { Float($0) } ?? []) }

  /// Returns the shape of a curve; `nil` if it is none of SoundFont's.
  private static func shape(_ curve: [Float]) -> Shape? {
    // A 7-bit source ends at 127/128 (§9.5).
    guard curve.count == 128 else { return (0, 0, 128.0 / 127) }
    for (bits, values) in shapes where values.count == 128 {
      let scale = (curve[127] - curve[0]) / (values[127] - values[0])
      let offset = curve[0] - scale * values[0]
      let isEqual = zip(curve, values).allSatisfy {
        abs($0 - offset - scale * $1) <= 5e-4 * max(abs(scale), 0.1)
      }
      if isEqual { return (bits, offset, scale) }
    }
    return nil
  }

  private func modulator(_ source: UInt16, _ amount: Float) -> Modulator {
    Self.modulator(source, generator, amount)
  }

  static func modulator(_ source: UInt16, _ generator: Generator, _ amount: Float) -> Modulator {
    Modulator(
      source: source, destination: UInt16(generator.rawValue),
      amount: amount.isFinite ? Int16(min(max(amount.rounded(), -32768), 32767)) : 0,
      amountSource: 0, transform: 0)
  }
}

extension Region {
  /// Adds a modulator to that with the same identity, which it would replace (SoundFont 2.04
  /// §9.5.1).
  mutating func add(_ modulator: Modulator) {
    guard let index = modulators.firstIndex(where: { $0.hasSameIdentity(as: modulator) }) else {
      return modulators.append(modulator)
    }
    modulators[index].amount = Int16(
      clamping: Int(modulators[index].amount) + Int(modulator.amount))
  }

  /// Clamps every generator to its range except level and tuning. A modulator with a constant
  /// source adds the excess of a generator that other modulators modulate.
  mutating func moveExcessToModulators() {
    let unclamped = generators
    generators.clamp()
    for generator in [Generator.initialAttenuation, .coarseTune, .fineTune] {
      generators[generator] = unclamped[generator]
    }
    for generator in Generator.allCases {
      let excess = unclamped[generator] - generators[generator]
      if abs(excess) >= 1, modulators.contains(where: { $0.generator == generator }) {
        add(EquivalentModulator.modulator(0, generator, excess))
      }
    }
  }
}

extension RegionModulation {
  /// Returns the offset at a position of the source, 0 through 127.
  func value(at position: UInt8) -> Float {
    amount * (curve.count == 128 ? curve[Int(position & 127)] : Float(position) / 127)
  }
}
