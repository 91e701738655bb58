/// A parameter of an SFZ region that a controller can modulate.
enum SFZTarget: Hashable, Sendable {
  /// A parameter of an LFO, by its name in opcodes.
  enum LFOParameter: String, Hashable, Sendable {
    case frequency = "freq"
    case pitch, volume, cutoff
  }

  /// An envelope stage, by its offset from the delay's generator.
  enum Stage: Int, Hashable, Sendable, CaseIterable {
    case delay, attack, hold, decay, sustain, release

    /// The name in opcodes.
    var name: String { ["delay", "attack", "hold", "decay", "sustain", "release"][rawValue] }
    var unit: String { self == .sustain ? "%" : "s" }
  }

  /// An envelope, by its prefix in opcodes.
  enum Envelope: String, Hashable, Sendable, CaseIterable {
    case amplifier = "ampeg"
    case pitch = "pitcheg"
    case filter = "fileg"
  }

  /// A parameter of a flex envelope; points by their indices.
  enum FlexParameter: Hashable, Sendable {
    case pitch, volume, amplitude, cutoff, resonance, pan, width
    case time(Int), level(Int)
  }

  /// A parameter of an equalizer band, by its name in opcodes.
  enum BandParameter: String, Hashable, Sendable {
    case frequency = "freq"
    case bandwidth = "bw"
    case gain
  }

  case volume, amplitude, pan, width, tune, cutoff, resonance, velocityTracking
  case offset, delay, reverb, chorus
  case envelope(Envelope, Stage)
  case depth(Envelope)
  case lfo(Int, LFOParameter)
  case flexEnvelope(Int, FlexParameter)
  case band(Int, BandParameter)
}

/// The modulation of a target by a controller.
struct SFZModulation: Hashable, Sendable {
  var target: SFZTarget
  var controller: Int
  /// The amount in the opcode's unit; `nil` if only a curve is given.
  var amount: Float?
  /// The number of the curve.
  var curve: Int?
}
