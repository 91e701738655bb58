import PeachInstrumentModel

/// A region's envelopes of points, as controllers have them at a moment.
extension PreparedExtendedParameters {
  /// Puts its envelopes, at their beginning, into a voice's row.
  func begin(
    _ row: VoiceEnvelopes, _ inputs: ModulationInputs, _ chances: NoteRandomValues,
    sampleRate: Double
  ) -> VoiceEnvelopes {
    var row = row
    setPoints(of: row, inputs, chances)
    for index in 0..<envelopeCount {
      let own = envelopes[index]
      row.envelopes[index] = FlexEnvelope(
        row.points + own.firstPoint, count: own.count, sustain: own.sustain,
        isVolumeEnvelope: own.isVolumeEnvelope, followsControllers: own.followsControllers,
        sampleRate: sampleRate)
    }
    row.count = envelopeCount
    setDepths(of: row, inputs, chances)
    return row
  }

  /// Brings a sounding voice's to where controllers have them.
  func move(_ row: VoiceEnvelopes, _ inputs: ModulationInputs, _ chances: NoteRandomValues) {
    setPoints(of: row, inputs, chances)
    setDepths(of: row, inputs, chances)
    row.follow()
  }

  /// True where one of them moves the filter, or may come to.
  var envelopesMoveFilter: Bool {
    for index in 0..<envelopeCount where envelopes[index].modulatesFilter { return true }
    return false
  }

  private func setPoints(
    of row: VoiceEnvelopes, _ inputs: ModulationInputs, _ chances: NoteRandomValues
  ) {
    var count = 0
    for index in 0..<envelopeCount { count &+= envelopes[index].count }
    for index in 0..<count { row.points[index] = envelopePoints[index] }
    for index in 0..<modulationCount {
      guard case .envelope(let number, let part) = modulations[index].target,
        Int(number) < envelopeCount
      else { continue }
      let own = envelopes[Int(number)]
      let moved = modulations[index].amount * value(modulations[index], inputs, chances)
      switch part {
      case .seconds(let point) where Int(point) < own.count:
        row.points[own.firstPoint &+ Int(point)].seconds += moved
      case .level(let point) where Int(point) < own.count:
        row.points[own.firstPoint &+ Int(point)].level += moved
      default: break
      }
    }
    for index in 0..<count {
      row.points[index].seconds = Self.within(row.points[index].seconds, 0, 100)
      row.points[index].level = Self.within(row.points[index].level, -1, 1)
    }
  }

  private func setDepths(
    of row: VoiceEnvelopes, _ inputs: ModulationInputs, _ chances: NoteRandomValues
  ) {
    for index in 0..<envelopeCount { row.envelopes[index].depths = envelopes[index].depths }
    for index in 0..<modulationCount {
      guard case .envelope(let number, let part) = modulations[index].target,
        Int(number) < envelopeCount
      else { continue }
      let moved = modulations[index].amount * value(modulations[index], inputs, chances)
      let depths = row.envelopes + Int(number)
      switch part {
      case .pitch: depths.pointee.depths.pitchCents += moved
      case .cutoff: depths.pointee.depths.cutoffCents += moved
      case .resonance: depths.pointee.depths.resonanceCentibels += moved
      case .gain: depths.pointee.depths.gainCentibels += moved
      case .amplitude: depths.pointee.depths.amplitude += moved
      case .pan: depths.pointee.depths.pan += moved
      case .seconds, .level: break
      }
    }
    for index in 0..<envelopeCount {
      let depths = row.envelopes + index
      depths.pointee.depths.pitchCents = Self.within(
        depths.pointee.depths.pitchCents, -12000, 12000)
      depths.pointee.depths.cutoffCents = Self.within(
        depths.pointee.depths.cutoffCents, -12000, 12000)
      depths.pointee.depths.resonanceCentibels = Self.within(
        depths.pointee.depths.resonanceCentibels, -960, 960)
      depths.pointee.depths.gainCentibels = Self.within(
        depths.pointee.depths.gainCentibels, -1440, 1440)
      depths.pointee.depths.amplitude = Self.within(depths.pointee.depths.amplitude, -100, 100)
      depths.pointee.depths.pan = Self.within(depths.pointee.depths.pan, -2000, 2000)
    }
  }

  /// A number brought into a range; what is no number, to its lower end.
  private static func within(_ value: Float, _ lowest: Float, _ highest: Float) -> Float {
    value > lowest ? min(value, highest) : lowest
  }
}
