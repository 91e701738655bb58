import PeachInstrumentModel

/// Translates the zones of an instrument of Apple's sampler to regions.
struct SamplerRegionBuilder: Sendable {
  let instrument: SamplerInstrument
  /// The sample indices of each layer's zones: one, or left and right.
  let samples: [[[Int]]]
  let collection: [Sample]

  /// Returns at most `limit` regions in the file's order.
  func regions(limit: Int) -> [Region] {
    var regions: [Region] = []
    for (layer, zones) in zip(instrument.layers, samples) {
      let sound = SamplerSound(layer, shared: instrument.lfos)
      for (zone, indices) in zip(layer.zones, zones) {
        for sample in indices {
          if regions.count >= limit { return regions }
          regions.append(region(zone, layer, sound, sample: sample))
        }
      }
    }
    return regions
  }

  private func region(
    _ zone: SamplerZone, _ layer: SamplerLayer, _ sound: SamplerSound, sample index: Int
  ) -> Region {
    let sample = collection[index]
    var values = sound.generators
    let cents = instrument.tuneCents + layer.tuneCents + zone.tuneCents
    values.setTuning(cents: Float(cents) + values[.fineTune])
    if !zone.followsKeys { values[.scaleTuning] = 0 }
    if sample.rootKey != zone.rootKey { values[.overridingRootKey] = Float(zone.rootKey) }
    values.setPan(sample.side)
    values[.pan] += Float(500 * zone.pan)
    values[.sampleModes] = Float(zone.looping.rawValue)
    values[.exclusiveClass] = Float(min(zone.exclusiveClass, 127))
    var extendedParameters = ExtendedParameters()
    extendedParameters.modulations = sound.modulations
    let gain = instrument.gainDecibels + layer.gainDecibels + zone.gainDecibels + sound.gainDecibels
    if gain > 0 {
      extendedParameters.gainCentibels = Float(10 * gain)
    } else {
      values[.initialAttenuation] -= Float(10 * gain)
    }
    extendedParameters.filter = layer.filter?.kind ?? .lowPass
    extendedParameters.loopCrossfadeSeconds = Float(zone.loopCrossfadeSeconds)
    values.clamp()
    return Region(
      keys: zone.keys, velocities: zone.velocities, sample: index, generators: values,
      modulators: sound.modulators, conditions: conditions(zone, layer),
      extendedParameters: extendedParameters == ExtendedParameters() ? nil : extendedParameters)
  }

  private func conditions(_ zone: SamplerZone, _ layer: SamplerLayer) -> RegionConditions? {
    var conditions = zone.conditions ?? RegionConditions()
    if layer.isOneShot { conditions.isOneShot = true }
    // A limit of 64 notes or more stands for no limit.
    if conditions.group == 0, conditions.polyphony == nil, let limit = instrument.noteLimit,
      (1..<64).contains(limit)
    {
      // The group of all regions without a group; no file uses this number.
      conditions.group = .max
      conditions.polyphony = limit
    }
    return conditions == RegionConditions() ? nil : conditions
  }
}
