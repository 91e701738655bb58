import PeachInstrumentModel

/// The equalizer of a region at the current controller values.
extension PreparedExtendedParameters {
  /// Returns an equalizer with the region's bands and clear filter states.
  func begin(
    _ equalizer: VoiceEqualizer, _ inputs: ModulationInputs, _ randomValues: NoteRandomValues,
    sampleRate: Double
  ) -> VoiceEqualizer {
    var equalizer = equalizer
    for index in 0..<bandCount {
      let own = band(index, inputs, randomValues)
      equalizer.filters[index] = BandFilter(
        hertz: own.hertz, octaves: own.octaves, gainCentibels: own.gainCentibels,
        sampleRate: sampleRate)
    }
    equalizer.count = bandCount
    return equalizer
  }

  /// Updates the equalizer of an active voice.
  func update(
    _ equalizer: VoiceEqualizer, _ inputs: ModulationInputs, _ randomValues: NoteRandomValues,
    sampleRate: Double
  ) {
    for index in 0..<bandCount {
      let own = band(index, inputs, randomValues)
      equalizer.filters[index].setTarget(
        hertz: own.hertz, octaves: own.octaves, gainCentibels: own.gainCentibels,
        sampleRate: sampleRate)
    }
  }

  private func band(
    _ index: Int, _ inputs: ModulationInputs, _ randomValues: NoteRandomValues
  ) -> RegionBand {
    var own = bands[index]
    for modulation in 0..<modulationCount {
      guard case .band(let number, let part) = modulations[modulation].target, Int(number) == index
      else { continue }
      let amount = scaledAmount(modulations[modulation], inputs, randomValues)
      switch part {
      case .hertz: own.hertz += amount
      case .octaves: own.octaves += amount
      case .gain: own.gainCentibels += amount
      }
    }
    return own
  }
}
