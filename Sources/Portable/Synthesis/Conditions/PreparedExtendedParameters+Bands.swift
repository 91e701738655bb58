import PeachInstrumentModel

/// A region's equalizer, as controllers have it at a moment.
extension PreparedExtendedParameters {
  /// Puts its bands, at rest, into a voice's place.
  func begin(
    _ row: VoiceEqualizer, _ inputs: ModulationInputs, _ chances: NoteRandomValues,
    sampleRate: Double
  ) -> VoiceEqualizer {
    var row = row
    for index in 0..<bandCount {
      let own = band(index, inputs, chances)
      row.filters[index] = BandFilter(
        hertz: own.hertz, octaves: own.octaves, gainCentibels: own.gainCentibels,
        sampleRate: sampleRate)
    }
    row.count = bandCount
    return row
  }

  /// Brings a sounding voice's to where controllers have them.
  func move(
    _ row: VoiceEqualizer, _ inputs: ModulationInputs, _ chances: NoteRandomValues,
    sampleRate: Double
  ) {
    for index in 0..<bandCount {
      let own = band(index, inputs, chances)
      row.filters[index].setTarget(
        hertz: own.hertz, octaves: own.octaves, gainCentibels: own.gainCentibels,
        sampleRate: sampleRate)
    }
  }

  private func band(
    _ index: Int, _ inputs: ModulationInputs, _ chances: NoteRandomValues
  ) -> RegionBand {
    var own = bands[index]
    for place in 0..<modulationCount {
      guard case .band(let number, let part) = modulations[place].target, Int(number) == index
      else { continue }
      let moved = modulations[place].amount * value(modulations[place], inputs, chances)
      switch part {
      case .hertz: own.hertz += moved
      case .octaves: own.octaves += moved
      case .gain: own.gainCentibels += moved
      }
    }
    return own
  }
}
