import PeachInstrumentModel

/// Makes an instrument's regions: its connections or the region's own, and the wave's settings or
/// the region's own.
struct DLSRegionBuilder: Sendable {
  let instruments: [DLSInstrument]
  let waves: [DLSWave]
  let samples: [Sample]

  /// The regions of the instrument at an index of the file's own list, in the file's order; no more
  /// than `limit`.
  func regions(ofInstrument index: Int, limit: Int) -> [Region] {
    let instrument = instruments[index]
    // Most regions share the instrument's.
    var shared: DLSArticulation?
    var regions: [Region] = []
    for region in instrument.regions.prefix(max(limit, 0)) {
      if let own = region.connections {
        regions.append(make(region, DLSArticulation(own)))
      } else {
        let sound = shared ?? DLSArticulation(instrument.connections)
        shared = sound
        regions.append(make(region, sound))
      }
    }
    return regions
  }

  private func make(_ region: DLSRegion, _ sound: DLSArticulation) -> Region {
    let sample = samples[region.wave]
    let settings = region.settings ?? waves[region.wave].settings
    var values = sound.generators
    var attenuation = values[.initialAttenuation]
    if let settings {
      attenuation -= settings.gainCentibels
      tune(&values, settings, sample)
      setLoop(&values, settings, sample, frameCount: waves[region.wave].frameCount)
    }
    switch region.side {
    case .left: values[.pan] = -500
    case .right: values[.pan] = 500
    case .middle: break
    }
    // 127 classes are told apart; the format has fifteen.
    let group = Int(region.keyGroup)
    values[.exclusiveClass] = group == 0 ? 0 : Float((group - 1) % 127 + 1)
    values.clamp()
    values[.initialAttenuation] = min(max(attenuation, -1440), 1440)
    return Region(
      keys: region.keys, velocities: region.velocities, sample: region.wave, generators: values,
      modulators: sound.modulators)
  }

  /// The region's pitch where it is not the sample's: its fine tune stands in place of the wave's.
  private func tune(
    _ values: inout GeneratorValues, _ settings: DLSWaveSettings, _ sample: Sample
  ) {
    if settings.rootKey != sample.rootKey {
      values[.overridingRootKey] = Float(settings.rootKey)
    }
    let difference = Double(settings.fineTuneCents) - sample.correctionCents
    if difference == 0 { return }
    let cents = 100 * values[.coarseTune] + values[.fineTune] + Float(difference)
    let parts = DLSUnitConversion.tuning(cents: cents)
    values[.coarseTune] = parts.semitones
    values[.fineTune] = parts.cents
  }

  private func setLoop(
    _ values: inout GeneratorValues, _ settings: DLSWaveSettings, _ sample: Sample,
    frameCount: Int
  ) {
    guard let loop = settings.loop, let range = loop.range(within: frameCount),
      let base = sample.loop
    else { return }
    let mode: SampleLooping = loop.endsOnRelease ? .untilRelease : .continuous
    values[.sampleModes] = Float(mode.rawValue)
    func move(_ frames: Int, _ fine: Generator, _ coarse: Generator) {
      values[fine] = Float(frames % 32768)
      values[coarse] = Float(frames / 32768)
    }
    move(
      range.lowerBound - base.lowerBound, .startLoopAddressOffset, .startLoopAddressCoarseOffset)
    move(range.upperBound - base.upperBound, .endLoopAddressOffset, .endLoopAddressCoarseOffset)
  }
}
