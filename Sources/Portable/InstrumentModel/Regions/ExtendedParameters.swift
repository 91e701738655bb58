/// The parameters of a region that generators and modulators cannot represent, for formats with
/// amplitudes, seconds and arbitrary curves.
package struct ExtendedParameters: Hashable, Sendable {
  /// The gain in addition to the generators, in centibels; may be positive.
  package var gainCentibels: Float = 0
  /// The effect of velocity on amplitude: 1 for full, 0 for none, −1 for inverted.
  package var velocityTracking: Float = 0
  /// The amplitude, 0…1, for each of 128 velocities; empty for (v/127)².
  package var velocityCurve: [Float] = []
  package var crossfades: [RegionCrossfade] = []
  package var modulations: [RegionModulation] = []
  /// The delay from note-on.
  package var delaySeconds: Float = 0
  /// The maxima of the random values that are added.
  package var randomDelaySeconds: Float = 0
  package var randomStartFrames: Int32 = 0
  /// The maxima of the random changes in both directions.
  package var randomGainCentibels: Float = 0
  package var randomPitchCents: Float = 0
  package var randomCutoffCents: Float = 0
  /// The duration of the linear crossfade at the end of the loop.
  package var loopCrossfadeSeconds: Float = 0
  /// The LFO that modulates pitch only.
  package var vibrato = RegionLFO()
  package var modulation = RegionLFO()
  /// Flex envelopes, in addition to the envelopes of the generators.
  package var envelopes: [RegionEnvelope] = []
  /// The bands of the equalizer after the filter, at most three.
  package var bands: [RegionBand] = []
  package var isPolarityInverted = false
  package var filter = RegionFilter.lowPass
  /// The attenuation of release regions per second of note length, in centibels.
  package var releaseDecayCentibels: Float = 0

  package init() {}
}

/// The waveform of an LFO; SoundFont's is a triangle with phase 0 and no fade-in.
package struct RegionLFO: Hashable, BitwiseCopyable, Sendable {
  /// A waveform, −1…1.
  package enum Wave: UInt8, BitwiseCopyable, Sendable, CaseIterable {
    /// Starts at 0, upward.
    case triangle
    case sine
    /// High for three quarters, then low.
    case widePulse
    case square
    /// High for a quarter.
    case narrowPulse
    /// High for an eighth.
    case narrowestPulse
    case risingSaw
    case fallingSaw
  }

  package var wave = Wave.triangle
  /// The initial phase, in 0..<1 cycles.
  package var phase: Float = 0
  /// The duration of the linear fade-in after the delay.
  package var fadeSeconds: Float = 0

  package init() {}
}
