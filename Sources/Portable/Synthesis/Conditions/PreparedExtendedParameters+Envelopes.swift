import PeachInstrumentModel

/// The flex envelopes of a region at the current controller values.
extension PreparedExtendedParameters {
  /// Returns envelopes in a voice's memory, at their start.
  func begin(
    _ voice: VoiceEnvelopes, _ inputs: ModulationInputs, _ randomValues: NoteRandomValues,
    sampleRate: Double
  ) -> VoiceEnvelopes {
    var voice = voice
    setPoints(of: voice, inputs, randomValues)
    for index in 0..<envelopeCount {
      let own = envelopes[index]
      voice.envelopes[index] = FlexEnvelope(
        voice.points + own.firstPoint, count: own.count, sustain: own.sustain,
        isVolumeEnvelope: own.isVolumeEnvelope, followsControllers: own.followsControllers,
        sampleRate: sampleRate)
    }
    voice.count = envelopeCount
    setDepths(of: voice, inputs, randomValues)
    return voice
  }

  /// Updates the envelopes of an active voice.
  func update(
    _ voice: VoiceEnvelopes, _ inputs: ModulationInputs, _ randomValues: NoteRandomValues
  ) {
    setPoints(of: voice, inputs, randomValues)
    setDepths(of: voice, inputs, randomValues)
    voice.updateTargets()
  }

  /// Whether any envelope modulates the filter, possibly through a modulation.
  var envelopesModulateFilter: Bool {
    for index in 0..<envelopeCount where envelopes[index].modulatesFilter { return true }
    return false
  }

  private func setPoints(
    of voice: VoiceEnvelopes, _ inputs: ModulationInputs, _ randomValues: NoteRandomValues
  ) {
    var count = 0
    for index in 0..<envelopeCount { count &+= envelopes[index].count }
    for index in 0..<count { voice.points[index] = envelopePoints[index] }
    for index in 0..<modulationCount {
      guard case .envelope(let number, let part) = modulations[index].target,
        Int(number) < envelopeCount
      else { continue }
      let own = envelopes[Int(number)]
      let amount = scaledAmount(modulations[index], inputs, randomValues)
      switch part {
      case .seconds(let point) where Int(point) < own.count:
        voice.points[own.firstPoint &+ Int(point)].seconds += amount
      case .level(let point) where Int(point) < own.count:
        voice.points[own.firstPoint &+ Int(point)].level += amount
      default: break
      }
    }
    for index in 0..<count {
      voice.points[index].seconds = voice.points[index].seconds.clamped(0, 100)
      voice.points[index].level = voice.points[index].level.clamped(-1, 1)
    }
  }

  private func setDepths(
    of voice: VoiceEnvelopes, _ inputs: ModulationInputs, _ randomValues: NoteRandomValues
  ) {
    for index in 0..<envelopeCount { voice.envelopes[index].depths = envelopes[index].depths }
    for index in 0..<modulationCount {
      guard case .envelope(let number, let part) = modulations[index].target,
        Int(number) < envelopeCount
      else { continue }
      let amount = scaledAmount(modulations[index], inputs, randomValues)
      let envelope = voice.envelopes + Int(number)
      switch part {
      case .pitch: envelope.pointee.depths.pitchCents += amount
      case .cutoff: envelope.pointee.depths.cutoffCents += amount
      case .resonance: envelope.pointee.depths.resonanceCentibels += amount
      case .gain: envelope.pointee.depths.gainCentibels += amount
      case .amplitude: envelope.pointee.depths.amplitude += amount
      case .pan: envelope.pointee.depths.pan += amount
      case .seconds, .level: break
      }
    }
    for index in 0..<envelopeCount {
      var depths = voice.envelopes[index].depths
      depths.pitchCents = depths.pitchCents.clamped(-12000, 12000)
      depths.cutoffCents = depths.cutoffCents.clamped(-12000, 12000)
      depths.resonanceCentibels = depths.resonanceCentibels.clamped(-960, 960)
      depths.gainCentibels = depths.gainCentibels.clamped(-1440, 1440)
      depths.amplitude = depths.amplitude.clamped(-100, 100)
      depths.pan = depths.pan.clamped(-2000, 2000)
      voice.envelopes[index].depths = depths
    }
  }
}
