/// The source of a modulator: a controller and its curve (SoundFont 2.04 §8.2).
struct ModulationSource: BitwiseCopyable {
  private enum Curve: UInt8 { case linear, concave, convex, `switch` }

  /// The number of a MIDI controller or of a general source.
  private let index: UInt8
  private let isController: Bool
  private let isReversed: Bool
  private let isBipolar: Bool
  private let curve: Curve

  /// Decodes the source's 16 bits. Returns `nil` for an undefined source or curve, and for the
  /// forbidden controllers 0, 6, 32, 38, 98–101 and 120–127 (§8.2.1).
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

  /// Whether the value is the output of other modulators (§8.2.1: general controller 127).
  var isLink: Bool { !isController && index == 127 }
  var controller: UInt8? { isController ? index : nil }

  /// Returns the value: 0…127/128, or −1…127/128 if bipolar (§9.5.3). "No controller" is 1. The
  /// maxima of pitch bend and its sensitivity are 1, so that a bend reaches its range exactly.
  func value(_ inputs: ModulationInputs) -> Float {
    if !isController && index == 0 { return 1 }
    let position = isBipolar ? bipolarPosition(inputs) : unipolarPosition(inputs)
    let reachesOne = !isController && (index == 14 || index == 16)
    return value(at: position, maximum: reachesOne ? 1 : 127.0 / 128)
  }

  /// Returns the value of a link whose linked modulators have the sum `output`. Like a 7-bit
  /// controller, the output is at most 127/128 of the full scale, 128.
  func value(ofLinked output: Float) -> Float {
    let position = min(max(output * (1.0 / 128), isBipolar ? -1 : 0), 127.0 / 128)
    return value(at: position, maximum: 1)
  }

  /// Maps a controller position, 0…1 or −1…1, to a value of `maximum` or less if it is positive.
  /// The formulas of the curves divide by the maximum position (§8.2.4), so they only limit the
  /// result.
  private func value(at position: Float, maximum: Float) -> Float {
    if !isBipolar { return limited(isReversed ? 1 - position : position, maximum) }
    // The center belongs to the upper half in both directions.
    let size = limited(curve == .switch ? 1 : abs(position), position < 0 ? 1 : maximum)
    return (position < 0) != isReversed ? -size : size
  }

  private func limited(_ position: Float, _ maximum: Float) -> Float {
    curve == .linear ? position * maximum : min(shaped(position), maximum)
  }

  private func controllerValue(_ inputs: ModulationInputs) -> Float {
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

  /// Returns 0…1.
  private func unipolarPosition(_ inputs: ModulationInputs) -> Float {
    if !isController && index == 14 { return Float(inputs.bend) * (1.0 / 16383) }
    return controllerValue(inputs) * (1.0 / 127)
  }

  /// Returns −1…1, and exactly 0 in the center: 64, or 8192 for pitch bend.
  private func bipolarPosition(_ inputs: ModulationInputs) -> Float {
    if !isController && index == 14 {
      if inputs.bend >= 16383 { return 1 }
      return Float(inputs.bend &- 8192) * (1.0 / 8192)
    }
    let offset = controllerValue(inputs) - 64
    return offset < 0 ? offset * (1.0 / 64) : offset * (1.0 / 63)
  }

  /// Applies the curve to 0…1 (§9.5.3).
  private func shaped(_ value: Float) -> Float {
    switch curve {
    case .linear: value
    case .switch: value >= 0.5 ? 1 : 0
    case .convex: Float(ModulationEnvelope.convex(Double(value)))
    case .concave: 1 - Float(ModulationEnvelope.convex(1 - Double(value)))
    }
  }
}

/// The controller values and random values of one voice.
struct ModulationInputs: BitwiseCopyable {
  var controllers: UnsafePointer<UInt8>
  var velocity: Float
  /// The velocity that selects the layers of crossfades.
  var crossfadeVelocity: Float
  var key: Float
  var keyPressure: Float
  var channelPressure: Float
  /// The pitch bend, 0…16383; 8192 is the center.
  var bend: Int
  var bendRange: Float
  /// The factor of the modulation wheel's vibrato (RPN 5).
  var modulationDepth: Float
  var randomValues: NoteRandomValues
}
