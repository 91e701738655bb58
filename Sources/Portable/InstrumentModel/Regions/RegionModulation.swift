/// The modulation of a region's parameter by a source through a curve.
package struct RegionModulation: Hashable, Sendable {
  /// A modulation source, normalized to 0…1.
  public enum Source: Hashable, BitwiseCopyable, Sendable {
    /// A MIDI controller, 0 through 127.
    case controller(UInt8)
    case velocity, key
    /// Pitch bend upward; 0 below the center.
    case bendUp
    /// Pitch bend downward: 1 at the lower end; 0 above the center.
    case bendDown
    case channelPressure, keyPressure
    /// A random value drawn for each note.
    case random
  }

  package enum Target: Hashable, BitwiseCopyable, Sendable {
    /// A generator, in its own unit.
    case generator(Generator)
    /// A generator of time, in seconds.
    case seconds(Generator)
    /// A generator of frequency, in hertz.
    case hertz(Generator)
    /// The amplitude, as a factor.
    case amplitude
    /// The gain, in centibels.
    case gain
    /// ``ExtendedParameters/velocityTracking``.
    case velocityTracking
    /// The sustain level of the volume envelope, as an amplitude.
    case sustain
    /// The start offset into the sample, in frames, evaluated at note-on.
    case start
    /// The delay of the start, in seconds, evaluated at note-on.
    case delay
    /// A parameter of the envelope at an index of ``ExtendedParameters/envelopes``.
    case envelope(UInt8, RegionEnvelope.Part)
    /// A parameter of the band at an index of ``ExtendedParameters/bands``.
    case band(UInt8, RegionBand.Part)
  }

  package var source: Source
  package var target: Target
  /// The amount, in the unit of the target.
  package var amount: Float
  /// A table of 128 values, −1…1, indexed by the source; empty for the identity.
  package var curve: [Float]

  package init(source: Source, target: Target, amount: Float, curve: [Float] = []) {
    self.source = source
    self.target = target
    self.amount = amount
    self.curve = curve
  }
}
