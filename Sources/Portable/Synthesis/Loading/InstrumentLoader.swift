public import PeachInstrumentModel

/// Prepares presets of a bank for playback; presets share samples.
///
/// ```swift
/// let loader = InstrumentLoader(bank: bank)
/// let cello = try loader.prepare(presetAt: 42)
/// ```
/// Each sample is decoded once; unused ones are cached up to `unusedByteLimit`. Loading writes
/// every page of sample memory, so that the audio thread causes no page faults. Not for the audio
/// thread; use it from one thread at a time.
public final class InstrumentLoader {
  private let bank: SoundBank
  private let samples: SampleLoader
  private let unusedByteLimit: Int

  /// Creates a loader for a bank.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of compressed samples. Without it, presets that use them throw
  ///     ``SampleCodecError/noDecoder``. Regions whose samples it cannot decode are silent.
  ///   - interpolation: That of the synthesizers which play the presets. Samples for
  ///     ``InterpolationQuality/doubled`` take twice the memory of those for other qualities. A
  ///     synthesizer plays samples of the other form too, but with more aliasing: doubled ones with
  ///     six taps at any pitch, others with those of ``InterpolationQuality/cubic``.
  public init(
    bank: SoundBank, decoder: SampleDecoder? = nil, unusedByteLimit: Int = 64 << 20,
    interpolation: InterpolationQuality = .doubled
  ) {
    self.bank = bank
    self.unusedByteLimit = unusedByteLimit
    samples = SampleLoader(bank: bank, decoder: decoder, form: interpolation.sampleForm)
  }

  /// Creates a loader that loads uncompressed samples on demand (``OnDemandSampleCache``), unless
  /// their preset pins them.
  package init(
    readingOnDemand bank: SoundBank, decoder: SampleDecoder?, interpolation: InterpolationQuality
  ) {
    self.bank = bank
    unusedByteLimit = .max
    samples = SampleLoader(
      bank: bank, decoder: decoder, form: interpolation.sampleForm, isOnDemand: true)
  }

  /// Prepares a preset. Regions without a sample, or with one that cannot be decoded, are silent;
  /// see ``PreparedPreset/warnings``.
  ///
  /// - Parameters:
  ///   - index: The index of the preset in ``SoundBank/presets``.
  ///   - corrections: Cents to add to the pitch of each region of
  ///     `SoundBank.regions(ofPresetAt:limit:)`; missing values are 0.
  ///   - steadyPitch: Whether to disable all modulation of pitch except for the pitch wheel.
  public func prepare(
    presetAt index: Int, corrections: [Double] = [], steadyPitch: Bool = false
  ) throws(SampleCodecError) -> PreparedPreset {
    try prepare(
      presetAt: index, usedKeys: .all, corrections: corrections,
      steadyNotes: steadyPitch ? .all : .none)
  }

  /// Prepares the regions of a preset that the given keys and velocities use.
  ///
  /// - Parameters:
  ///   - replacements: The samples that play instead of those of the bank, by the index of their
  ///     region in `SoundBank.regions(ofPresetAt:limit:)`. Regions with equal frames share
  ///     memory.
  ///   - shares: The share of the corrections that each note has. Notes with less than all of them
  ///     have no replacement.
  package func prepare(
    presetAt index: Int, usedKeys: UsedKeys, corrections: [Double] = [],
    steadyNotes: SteadyNotes = .none, replacements: [Int: SampleReplacement] = [:],
    shares: NoteShares = NoteShares()
  ) throws(SampleCodecError) -> PreparedPreset {
    var sources: [RegionSource] = []
    var silent: [SilentRegion] = []
    let regions = bank.regions(ofPresetAt: index)
    let missing = bank.missingRegions(ofPresetAt: index)
    for region in missing where usedKeys.overlap(region) { silent.append(SilentRegion(region)) }
    for (number, region) in regions.enumerated()
    where usedKeys.overlap(region) {
      let correction = number < corrections.count ? corrections[number] : 0
      for part in shares.parts(of: region) {
        let isSteady = steadyNotes == .all || (steadyNotes == .changed && part.share > 0)
        var region = isSteady ? region.withSteadyPitch : region
        (region.keys, region.velocities) = (part.keys, part.velocities)
        guard usedKeys.overlap(region) else { continue }
        do throws(SampleCodecError) {
          let source = try RegionSource(
            region, bank: bank, loader: samples,
            correctionCents: correction * NoteShares.fraction(part.share),
            replacement: part.share == NoteShares.whole ? replacements[number] : nil)
          if let source {
            sources.append(source)
          } else {
            silent.append(SilentRegion(region, of: bank, reason: reason(region)))
          }
        } catch {
          if error == .noDecoder && !samples.hasDecoder { throw error }
          silent.append(SilentRegion(region, of: bank, reason: .undecodable(error)))
        }
      }
    }
    samples.discardDecoded()
    samples.discardUnused(beyond: unusedByteLimit)
    samples.replacements.discardUnused()
    return PreparedPreset(
      preset: bank.presets[index], regions: sources, silentRegions: silent,
      keys: regions.map { $0.keys } + missing.map { $0.keys })
  }

  /// Returns the reason why a region has no sample data.
  private func reason(_ region: Region) -> SilentRegion.Reason {
    guard bank.samples.indices.contains(region.sample) else { return .missing }
    return bank.samples[region.sample].encoding == .missing ? .missing : .empty
  }

  package var byteCount: Int { samples.byteCount + samples.replacements.byteCount }
  package var decodedCount: Int { samples.decodedCount }
}
