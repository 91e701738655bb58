import PeachMusicUnits

/// A controller as a modulator reads it: which one, and along which curve (SoundFont 2.04 §8.2).
struct ModulationSource: BitwiseCopyable {
  private enum Curve: UInt8 {
    case linear
    case concave
    case convex
    case `switch`
  }

  /// The number of a MIDI controller, or of one of the general sources below.
  private let index: UInt8
  private let isController: Bool
  private let isReversed: Bool
  private let isBipolar: Bool
  private let curve: Curve

  /// Decodes the 16 bits of a file; nil for a source or curve that the specification does not
  /// define, or that it forbids (§8.2.1: controllers 0, 6, 32, 38, 98–101, 120–127).
  init?(_ bits: UInt16) {
    guard let curve = Curve(rawValue: UInt8(bits >> 10)) else { return nil }
    index = UInt8(bits & 0x7F)
    isController = bits & 0x80 != 0
    isReversed = bits & 0x100 != 0
    isBipolar = bits & 0x200 != 0
    self.curve = curve
    if isController {
      switch index {
      case 0, 6, 32...63, 98...101, 120...127: return nil
      default: return
      }
    }
    switch index {
    case 0, 2, 3, 10, 13, 14, 16, 127: return
    default: return nil
    }
  }

  /// True where its value is what other modulators give out (§8.2.1: general controller 127).
  var isLink: Bool { !isController && index == 127 }

  /// The MIDI controller that it is; nil for the general sources.
  var controller: UInt8? { isController ? index : nil }

  /// Its value now: 0…1, or −1…1 where it is bipolar. "No controller" is 1.
  func value(_ inputs: ModulationInputs) -> Float {
    if !isController && index == 0 { return 1 }
    let place = unipolarPlace(inputs)
    if !isBipolar { return shaped(isReversed ? 1 - place : place) }
    let signed = isReversed ? -bipolarPlace(inputs) : bipolarPlace(inputs)
    switch curve {
    // The middle belongs to the upper half of travel in both directions.
    case .switch: return (bipolarPlace(inputs) >= 0) != isReversed ? 1 : -1
    case .linear: return signed
    case .concave, .convex: return signed < 0 ? -shaped(-signed) : shaped(signed)
    }
  }

  /// Its value within 0…127, fractions allowed.
  private func position(_ inputs: ModulationInputs) -> Float {
    if isController { return Float(inputs.controllers[Int(index)]) }
    switch index {
    case 2: return inputs.velocity
    case 3: return inputs.key
    case 10: return inputs.keyPressure
    case 13: return inputs.channelPressure
    case 16: return inputs.bendRange
    default: return 0
    }
  }

  /// 0…1 from one end of travel to the other.
  private func unipolarPlace(_ inputs: ModulationInputs) -> Float {
    if !isController && index == 14 { return Float(inputs.bend) * (1.0 / 16383) }
    return position(inputs) * (1.0 / 127)
  }

  /// −1…1, and exactly 0 in the middle: 64, or 8192 for the wheel, whose step is 1/8192 (N5).
  private func bipolarPlace(_ inputs: ModulationInputs) -> Float {
    if !isController && index == 14 {
      if inputs.bend >= 16383 { return 1 }
      return Float(inputs.bend &- 8192) * (1.0 / 8192)
    }
    let offset = position(inputs) - 64
    return offset < 0 ? offset * (1.0 / 64) : offset * (1.0 / 63)
  }

  /// The curve over 0…1 (§9.5.3).
  private func shaped(_ place: Float) -> Float {
    switch curve {
    case .linear: place
    case .switch: place >= 0.5 ? 1 : 0
    case .convex: Float(ModulationEnvelope.convex(Double(place)))
    case .concave: 1 - Float(ModulationEnvelope.convex(1 - Double(place)))
    }
  }
}

/// What controllers stand at for one voice.
struct ModulationInputs: BitwiseCopyable {
  /// 128 values of MIDI's controllers.
  var controllers: UnsafePointer<UInt8>
  var velocity: Float
  var key: Float
  var keyPressure: Float
  var channelPressure: Float
  /// 0…16383; 8192 is the middle.
  var bend: Int
  /// Semitones, cents as a fraction.
  var bendRange: Float
  /// What the wheel's vibrato is multiplied by (registered parameter 5).
  var modulationDepth: Float
}
