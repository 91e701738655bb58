/// The parameters of a region that generators and modulators cannot represent.
///
/// For formats with amplitudes, seconds and arbitrary curves. Values that SoundFont can represent are
/// stored in generators.
public struct ExtendedParameters: Hashable, Sendable {
  /// The gain in addition to the generators, in centibels; may be positive.
  public var gainCentibels: Float = 0
  /// The effect of velocity on amplitude: 1 for full, 0 for none, −1 for inverted.
  public var velocityTracking: Float = 0
  /// The amplitude, 0…1, for each of 128 velocities; empty for (v/127)².
  public var velocityCurve: [Float] = []
  /// Crossfades over keys, velocities and controllers.
  public var crossfades: [RegionCrossfade] = []
  /// Modulations.
  public var modulations: [RegionModulation] = []
  /// The delay from note-on, in seconds.
  public var delaySeconds: Float = 0
  /// The maximum random delay in addition, in seconds.
  public var randomDelaySeconds: Float = 0
  /// The maximum random start offset, in frames.
  public var randomStartFrames: Int32 = 0
  /// The maximum random change of gain, ± centibels.
  public var randomGainCentibels: Float = 0
  /// The maximum random change of pitch, ± cents.
  public var randomPitchCents: Float = 0
  /// The maximum random change of the cutoff, ± cents.
  public var randomCutoffCents: Float = 0
  /// The duration of the linear crossfade at the end of the loop, in seconds.
  public var loopCrossfadeSeconds: Float = 0
  /// The LFO that modulates pitch only.
  public var vibrato = RegionLFO()
  /// The modulation LFO.
  public var modulation = RegionLFO()
  /// Flex envelopes, in addition to the envelopes of the generators.
  public var envelopes: [RegionEnvelope] = []
  /// The bands of the equalizer after the filter, at most three.
  public var bands: [RegionBand] = []
  /// Whether the polarity of the sample is inverted.
  public var isPolarityInverted = false
  /// The filter type.
  public var filter = RegionFilter.lowPass
  /// The attenuation of release regions per second of note length, in centibels.
  public var releaseDecayCentibels: Float = 0

  /// Creates default parameters.
  public init() {}
}
