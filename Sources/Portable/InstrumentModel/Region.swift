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

  /// A region of these parts.
  public init(
    keys: ClosedRange<UInt8> = 0...127, velocities: ClosedRange<UInt8> = 0...127, sample: Int,
    generators: GeneratorValues = GeneratorValues(), modulators: [Modulator] = []
  ) {
    self.keys = keys
    self.velocities = velocities
    self.sample = sample
    self.generators = generators
    self.modulators = modulators
  }

  /// How its sample repeats.
  public var looping: SampleLooping {
    SampleLooping(rawValue: UInt8(min(max(generators[.sampleModes], 0), 3))) ?? .none
  }
}
