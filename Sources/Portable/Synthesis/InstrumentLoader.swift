public import PeachInstrumentModel

/// Makes a bank's presets ready to sound, sharing samples between them.
///
/// ```swift
/// let loader = InstrumentLoader(bank: bank)
/// let cello = try loader.prepare(presetAt: 42)
/// ```
/// Not for the audio thread; use it from one thread at a time.
public final class InstrumentLoader {
  private let bank: SoundBank
  private let samples: SampleLoader

  /// A loader for one bank. `decoder` reads compressed samples; without it a preset that has some
  /// throws ``SampleDecodingError/noDecoder``.
  public init(bank: SoundBank, decoder: SampleDecoder? = nil) {
    self.bank = bank
    samples = SampleLoader(bank: bank, decoder: decoder)
  }

  /// The preset at an index of the bank's presets, ready to sound. Regions without a sample are
  /// left out.
  ///
  /// `corrections` are cents to add to the pitch of each region, by its place in
  /// ``SoundBank/regions(ofPresetAt:limit:)``; what lies beyond their end is not corrected. With
  /// `steadyPitch` nothing but the pitch wheel moves the pitch of a note: no vibrato, no envelope.
  public func prepare(
    presetAt index: Int, corrections: [Double] = [], steadyPitch: Bool = false
  ) throws(SampleDecodingError) -> PreparedPreset {
    var sources: [RegionSource] = []
    for (place, region) in bank.regions(ofPresetAt: index).enumerated() {
      let source = try RegionSource(
        steadyPitch ? region.withSteadyPitch : region, bank: bank, loader: samples,
        correctionCents: place < corrections.count ? corrections[place] : 0)
      if let source { sources.append(source) }
    }
    samples.discardDecoded()
    return PreparedPreset(preset: bank.presets[index], regions: sources)
  }
}
