import PeachInstrumentModel

/// Builds an instrument's regions. A region's own connections take precedence over those of the
/// instrument, and its settings over those of the wave. Waves and samples have the same indices.
struct DLSRegionBuilder: Sendable {
  let instruments: [DLSInstrument]
  let waves: [DLSWave]
  let samples: [Sample]

  func regions(ofInstrument index: Int, limit: Int) -> [Region] {
    let instrument = instruments[index]
    // Most regions use the instrument's connections.
    let shared = DLSArticulation(instrument.connections)
    return instrument.regions.prefix(max(limit, 0)).map { region in
      make(region, region.connections.map { DLSArticulation($0) } ?? shared)
    }
  }

  private func make(_ region: DLSRegion, _ articulation: DLSArticulation) -> Region {
    let sample = samples[region.wave]
    let settings = region.settings ?? waves[region.wave].settings
    var values = articulation.generators
    var attenuation = values[.initialAttenuation]
    if let settings {
      attenuation -= settings.gainCentibels
      tune(&values, settings, sample)
      setLoop(&values, settings, sample, frameCount: waves[region.wave].frameCount)
    }
    values.setPan(region.side)
    // The format has 15 key groups, a damaged file any number. The engine has 127 classes.
    let group = Int(region.keyGroup)
    values[.exclusiveClass] = group == 0 ? 0 : Float((group - 1) % 127 + 1)
    values.clamp()
    values[.initialAttenuation] = min(max(attenuation, -1440), 1440)
    return Region(
      keys: region.keys, velocities: region.velocities, sample: region.wave, generators: values,
      modulators: articulation.modulators)
  }

  /// Sets the pitch if it differs from the sample's: the region's fine tune replaces the wave's.
  private func tune(
    _ values: inout GeneratorValues, _ settings: DLSWaveSettings, _ sample: Sample
  ) {
    if settings.rootKey != sample.rootKey { values[.overridingRootKey] = Float(settings.rootKey) }
    let difference = Double(settings.fineTuneCents) - sample.correctionCents
    if difference == 0 { return }
    values.setTuning(cents: 100 * values[.coarseTune] + values[.fineTune] + Float(difference))
  }

  /// Sets the loop of the settings. Without one, or if the sample has none, the region plays once.
  private func setLoop(
    _ values: inout GeneratorValues, _ settings: DLSWaveSettings, _ sample: Sample,
    frameCount: Int
  ) {
    guard let loop = settings.loop, let range = loop.range(within: frameCount),
      let base = sample.loop
    else { return }
    let mode: SampleLooping = loop.endsOnRelease ? .untilRelease : .continuous
    values[.sampleModes] = Float(mode.rawValue)
    for (frames, fine, coarse) in [
      (range.lowerBound - base.lowerBound, .startLoopAddressOffset, .startLoopAddressCoarseOffset),
      (range.upperBound - base.upperBound, .endLoopAddressOffset, .endLoopAddressCoarseOffset),
    ] as [(Int, Generator, Generator)] {
      values[fine] = Float(frames % 32768)
      values[coarse] = Float(frames / 32768)
    }
  }
}
