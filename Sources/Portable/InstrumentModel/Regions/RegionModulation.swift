/// A controller, or another source, that moves something of a region along a curve.
public struct RegionModulation: Hashable, Sendable {
  /// Where the movement comes from: 0…1 before its curve.
  public enum Source: Hashable, BitwiseCopyable, Sendable {
    /// A MIDI controller, 0 through 127.
    case controller(UInt8)
    /// How hard the key was struck.
    case velocity
    /// Which key.
    case key
    /// The pitch wheel above its middle; 0 below.
    case bendUp
    /// The pitch wheel below its middle: 1 at its lower end; 0 above.
    case bendDown
    /// The pressure on the channel.
    case channelPressure
    /// The pressure on the key.
    case keyPressure
    /// A random number, another one for each note.
    case random
  }

  /// What is moved.
  public enum Target: Hashable, BitwiseCopyable, Sendable {
    /// A generator, in its own unit.
    case generator(Generator)
    /// A generator of time, in seconds.
    case seconds(Generator)
    /// A generator of frequency, in hertz.
    case hertz(Generator)
    /// The amplitude, as a factor.
    case amplitude
    /// The level, in centibels.
    case gain
    /// How much velocity counts, see ``ExtendedParameters/velocityTracking``.
    case velocityTracking
    /// The volume envelope's sustained level, as an amplitude.
    case sustain
    /// The frames left out at the beginning, looked at when the note begins.
    case start
    /// The seconds before the beginning, looked at when the note begins.
    case delay
    /// A part of the envelope of this index among ``ExtendedParameters/envelopes``, in its unit.
    case envelope(UInt8, RegionEnvelope.Part)
    /// A part of the band of this index among ``ExtendedParameters/bands``, in its unit.
    case band(UInt8, RegionBand.Part)
  }

  /// Where the movement comes from.
  public var source: Source
  /// What is moved.
  public var target: Target
  /// How far, in the target's unit.
  public var amount: Float
  /// What the source is turned into: 128 values over its way, −1…1; empty for the source itself.
  public var curve: [Float]

  /// A modulation of these parts.
  public init(source: Source, target: Target, amount: Float, curve: [Float] = []) {
    self.source = source
    self.target = target
    self.amount = amount
    self.curve = curve
  }
}
