/// How a region's sound depends on how it is played, beyond generators and modulators.
///
/// For formats that think in amplitudes, seconds and curves where SoundFont thinks in decibels,
/// timecents and four shapes. What SoundFont can say is said in generators.
public struct ExtendedParameters: Hashable, Sendable {
  /// Centibels above the level that the generators give; may be positive.
  public var gainCentibels: Float = 0
  /// How much velocity counts for the amplitude: 1 for all, 0 for nothing, −1 for the reverse.
  public var velocityTracking: Float = 0
  /// The amplitude, 0…1, for each of 128 velocities; empty for the square, (v/127)².
  public var velocityCurve: [Float] = []
  /// Where it fades in and out over keys, velocities and controllers.
  public var crossfades: [RegionCrossfade] = []
  /// What controllers and other sources move.
  public var modulations: [RegionModulation] = []
  /// Seconds from the key to its beginning.
  public var delaySeconds: Float = 0
  /// Up to so many seconds more, at random.
  public var randomDelaySeconds: Float = 0
  /// Up to so many frames of the recording are left out at its beginning, at random.
  public var randomStartFrames: Int32 = 0
  /// Up to so many centibels more or less, at random.
  public var randomGainCentibels: Float = 0
  /// Up to so many cents more or less, at random.
  public var randomPitchCents: Float = 0
  /// Up to so many cents more or less for the filter, at random.
  public var randomCutoffCents: Float = 0
  /// The loop's last so many seconds turn into what leads to its beginning, in a straight line.
  public var loopCrossfadeSeconds: Float = 0
  /// How the oscillator for pitch alone swings.
  public var vibrato = RegionLFO()
  /// How the other oscillator swings.
  public var modulation = RegionLFO()
  /// Envelopes of points, which move it beside its generators'.
  public var envelopes: [RegionEnvelope] = []
  /// Its equalizer's bands, at most three, behind its filter.
  public var bands: [RegionBand] = []
  /// Whether its recording is turned over: what is above zero is below.
  public var isPolarityInverted = false
  /// What its filter does.
  public var filter = RegionFilter.lowPass
  /// For regions that sound when a key goes up: centibels less for each second the key was down.
  public var releaseDecayCentibels: Float = 0

  /// Nothing.
  public init() {}
}
