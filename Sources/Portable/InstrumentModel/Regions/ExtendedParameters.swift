/// The parameters of a region that generators and modulators cannot represent.
///
/// For formats with amplitudes, seconds and arbitrary curves. Values that SoundFont can represent are
/// stored in generators.
package struct ExtendedParameters: Hashable, Sendable {
  /// The gain in addition to the generators, in centibels; may be positive.
  package var gainCentibels: Float = 0
  /// The effect of velocity on amplitude: 1 for full, 0 for none, −1 for inverted.
  package var velocityTracking: Float = 0
  /// The amplitude, 0…1, for each of 128 velocities; empty for (v/127)².
  package var velocityCurve: [Float] = []
  /// Crossfades over keys, velocities and controllers.
  package var crossfades: [RegionCrossfade] = []
  /// Modulations.
  package var modulations: [RegionModulation] = []
  /// The delay from note-on, in seconds.
  package var delaySeconds: Float = 0
  /// The maximum random delay in addition, in seconds.
  package var randomDelaySeconds: Float = 0
  /// The maximum random start offset, in frames.
  package var randomStartFrames: Int32 = 0
  /// The maximum random change of gain, ± centibels.
  package var randomGainCentibels: Float = 0
  /// The maximum random change of pitch, ± cents.
  package var randomPitchCents: Float = 0
  /// The maximum random change of the cutoff, ± cents.
  package var randomCutoffCents: Float = 0
  /// The duration of the linear crossfade at the end of the loop, in seconds.
  package var loopCrossfadeSeconds: Float = 0
  /// The LFO that modulates pitch only.
  package var vibrato = RegionLFO()
  /// The modulation LFO.
  package var modulation = RegionLFO()
  /// Flex envelopes, in addition to the envelopes of the generators.
  package var envelopes: [RegionEnvelope] = []
  /// The bands of the equalizer after the filter, at most three.
  package var bands: [RegionBand] = []
  /// Whether the polarity of the sample is inverted.
  package var isPolarityInverted = false
  /// The filter type.
  package var filter = RegionFilter.lowPass
  /// The attenuation of release regions per second of note length, in centibels.
  package var releaseDecayCentibels: Float = 0

  /// Creates default parameters.
  package init() {}
}
