/// A part of a preset: which keys and velocities it answers, with which sample and how.
///
/// Regions are flat: what a file says in several places has been put together, defaults included.
public struct Region: Hashable, Sendable {
  /// The keys it answers, within 0…127.
  public var keys: ClosedRange<UInt8>
  /// The velocities it answers, within 0…127.
  public var velocities: ClosedRange<UInt8>
  /// The index of its sample in ``SoundBank/samples``.
  public var sample: Int
  /// Every generator's value, summed and within its range.
  public var generators: GeneratorValues
  /// Every modulator that applies, the default ones included, none twice.
  public var modulators: [Modulator]
  /// What must be true besides keys and velocities for it to sound, and what it does to other notes;
  /// nil where nothing more is said, as in SoundFont and DLS files.
  public var conditions: RegionConditions? {
    get { extras.first?.conditions }
    set { setExtras(newValue, performance) }
  }
  /// What moves it beyond generators and modulators; nil where nothing does.
  public var performance: ExtendedParameters? {
    get { extras.first?.performance }
    set { setExtras(conditions, newValue) }
  }
  // Out of line: a bank may have a hundred thousand regions, most without.
  private struct Extras: Hashable, Sendable {
    var conditions: RegionConditions?
    var performance: ExtendedParameters?
  }
  private var extras: [Extras] = []

  private mutating func setExtras(
    _ conditions: RegionConditions?, _ performance: ExtendedParameters?
  ) {
    let isEmpty = conditions == nil && performance == nil
    extras = isEmpty ? [] : [Extras(conditions: conditions, performance: performance)]
  }

  /// A region of these parts.
  public init(
    keys: ClosedRange<UInt8> = 0...127, velocities: ClosedRange<UInt8> = 0...127, sample: Int,
    generators: GeneratorValues = GeneratorValues(), modulators: [Modulator] = [],
    conditions: RegionConditions? = nil, performance: ExtendedParameters? = nil
  ) {
    self.keys = keys
    self.velocities = velocities
    self.sample = sample
    self.generators = generators
    self.modulators = modulators
    setExtras(conditions, performance)
  }

  /// How its sample repeats.
  public var looping: SampleLooping {
    SampleLooping(rawValue: UInt8(min(max(generators[.sampleModes], 0), 3))) ?? .none
  }
}
