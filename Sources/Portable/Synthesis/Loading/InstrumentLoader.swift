public import PeachInstrumentModel

/// Makes a bank's presets ready to sound, sharing samples between them.
///
/// ```swift
/// let loader = InstrumentLoader(bank: bank)
/// let cello = try loader.prepare(presetAt: 42)
/// ```
/// A sample is read and decoded once for all presets that play it, whether they are made ready
/// together or later. What none of them needs any more is kept for the next one as far as
/// `unusedByteLimit` goes. All of it is written here, so that no page of it is missing when the audio
/// thread reads it.
///
/// Not for the audio thread; use it from one thread at a time.
public final class InstrumentLoader {
  private let bank: SoundBank
  private let samples: SampleLoader
  private let unusedByteLimit: Int

  /// A loader for one bank. `decoder` reads compressed samples; without it a preset that has some
  /// throws ``SampleCodecError/noDecoder``.
  public init(bank: SoundBank, decoder: SampleDecoder? = nil, unusedByteLimit: Int = 64 << 20) {
    self.bank = bank
    self.unusedByteLimit = unusedByteLimit
    samples = SampleLoader(bank: bank, decoder: decoder)
  }

  /// The same; samples that need no decoding come into memory only when they are struck
  /// (``OnDemandSampleCache``), or their preset keeps all of them there.
  package init(readingOnDemand bank: SoundBank, decoder: SampleDecoder?) {
    self.bank = bank
    unusedByteLimit = .max
    samples = SampleLoader(bank: bank, decoder: decoder, isOnDemand: true)
  }

  /// The preset at an index of the bank's presets, ready to sound. Regions without a sample are
  /// left out.
  ///
  /// `corrections` are cents to add to the pitch of each region, by its place in
  /// ``SoundBank/regions(ofPresetAt:limit:)``; what lies beyond their end is not corrected. With
  /// `steadyPitch` nothing but the pitch wheel moves the pitch of a note: no vibrato, no envelope.
  public func prepare(
    presetAt index: Int, corrections: [Double] = [], steadyPitch: Bool = false
  ) throws(SampleCodecError) -> PreparedPreset {
    try prepare(
      presetAt: index, struck: .all, corrections: corrections, steadyPitch: steadyPitch)
  }

  /// The same, with only those regions that the keys struck reach.
  package func prepare(
    presetAt index: Int, struck: UsedKeys, corrections: [Double] = [], steadyPitch: Bool = false
  ) throws(SampleCodecError) -> PreparedPreset {
    var sources: [RegionSource] = []
    for (place, region) in bank.regions(ofPresetAt: index).enumerated() where struck.reach(region) {
      let source = try RegionSource(
        steadyPitch ? region.withSteadyPitch : region, bank: bank, loader: samples,
        correctionCents: place < corrections.count ? corrections[place] : 0)
      if let source { sources.append(source) }
    }
    samples.discardDecoded()
    samples.discardUnused(beyond: unusedByteLimit)
    return PreparedPreset(preset: bank.presets[index], regions: sources)
  }

  /// How many bytes of samples it holds ready.
  package var byteCount: Int { samples.byteCount }

  /// How many compressed samples it has decoded so far, one that was forgotten meanwhile as often as
  /// it was.
  package var decodedCount: Int { samples.decodedCount }
}
