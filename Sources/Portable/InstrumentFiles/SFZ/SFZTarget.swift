/// What a controller can move in an SFZ region.
enum SFZTarget: Hashable, Sendable {
  /// A part of an oscillator.
  enum Oscillation: Hashable, Sendable {
    case frequency, pitch, volume, cutoff
  }
  /// A part of an envelope.
  enum Stage: Hashable, Sendable {
    case delay, attack, hold, decay, sustain, release
  }
  /// Which envelope.
  enum Envelope: Hashable, Sendable {
    case amplifier, pitch, filter
  }

  /// A part of an envelope of points; points by their numbers.
  enum FlexEnvelope: Hashable, Sendable {
    case pitch, volume, amplitude, cutoff, resonance, pan, width
    case time(Int), level(Int)
  }

  /// A part of a band of the equalizer.
  enum Band: Hashable, Sendable {
    case frequency, bandwidth, gain
  }

  case volume, amplitude, pan, width, tune, cutoff, resonance, velocityTracking
  case offset, delay, reverb, chorus
  case envelope(Envelope, Stage)
  case depth(Envelope)
  case oscillator(Int, Oscillation)
  case pointEnvelope(Int, FlexEnvelope)
  case band(Int, Band)
}

/// A controller that moves something of a region.
struct SFZModulation: Hashable, Sendable {
  var target: SFZTarget
  var controller: Int
  /// In the unit of the opcode; nil while only a curve was named.
  var amount: Float?
  /// The number of its curve.
  var curve: Int?
}
