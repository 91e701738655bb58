/// A sample with its key range, velocity range and parameters. Regions are flattened: values of all
/// zones and defaults are merged.
public struct Region: Hashable, Sendable {
  /// The key and velocity ranges, within 0…127.
  package var keys: ClosedRange<UInt8>
  package var velocities: ClosedRange<UInt8>
  /// The index of the sample in ``SoundBank/samples``.
  package var sample: Int
  /// The value of every generator, summed and clamped.
  package var generators: GeneratorValues
  /// The modulators, including default modulators, without duplicates.
  package var modulators: [Modulator]
  /// Conditions other than key and velocity, and groups; `nil` for none, as in SoundFont and DLS.
  package var conditions: RegionConditions? {
    get { extras.first?.conditions }
    set { setExtras(newValue, extendedParameters) }
  }
  /// Parameters other than generators and modulators; `nil` for none.
  package var extendedParameters: ExtendedParameters? {
    get { extras.first?.extendedParameters }
    set { setExtras(conditions, newValue) }
  }
  // Stored out of line: most of a bank's regions, up to a hundred thousand, have none.
  private struct Extras: Hashable, Sendable {
    var conditions: RegionConditions?
    var extendedParameters: ExtendedParameters?
  }
  private var extras: [Extras] = []

  private mutating func setExtras(
    _ conditions: RegionConditions?, _ extendedParameters: ExtendedParameters?
  ) {
    let isEmpty = conditions == nil && extendedParameters == nil
    extras = isEmpty ? [] : [Extras(conditions: conditions, extendedParameters: extendedParameters)]
  }

  package init(
    keys: ClosedRange<UInt8> = 0...127, velocities: ClosedRange<UInt8> = 0...127, sample: Int,
    generators: GeneratorValues = GeneratorValues(), modulators: [Modulator] = [],
    conditions: RegionConditions? = nil, extendedParameters: ExtendedParameters? = nil
  ) {
    self.keys = keys
    self.velocities = velocities
    self.sample = sample
    self.generators = generators
    self.modulators = modulators
    setExtras(conditions, extendedParameters)
  }

  package var looping: SampleLooping {
    SampleLooping(rawValue: UInt8(min(max(generators[.sampleModes], 0), 3))) ?? .none
  }

  /// The pitch that the modulation envelope adds for as long as the key is held, in cents
  /// (SoundFont 2.04 §8.1.3, generators 7 and 29). Banks use it as tuning. 0 for an envelope that
  /// decays, whose pitch changes.
  package var sustainedPitchCents: Double {
    guard generators[.modulationEnvelopeSustain] <= 0 else { return 0 }
    return Double(min(max(generators[.modulationEnvelopeToPitch], -12_000), 12_000))
  }
}

/// The loop mode of a region (generator 54).
public enum SampleLooping: UInt8, BitwiseCopyable, Sendable {
  /// Plays the sample once, without a loop.
  case none = 0
  /// Loops until the end of the note, including its release.
  case continuous = 1
  /// Plays the sample once after note-off.
  case fromRelease = 2
  /// Loops until note-off, then plays to the end of the sample.
  case untilRelease = 3
}
