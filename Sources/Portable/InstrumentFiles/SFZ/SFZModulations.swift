import PeachInstrumentModel

/// What moves an SFZ region, in the model's words.
enum SFZModulations {
  /// A controller by its number. Beyond MIDI's come those of ARIA that a player has: 129 and 130 are
  /// pressures, 131 velocity, 133 the key, 135 chance.
  static func source(_ controller: Int) -> RegionModulation.Source? {
    switch controller {
    case 0..<128: .controller(UInt8(controller))
    case 129: .channelPressure
    case 130: .keyPressure
    case 131: .velocity
    case 133: .key
    case 135: .random
    default: nil
    }
  }

  /// What a controller's target is in the model, with what its amount is multiplied by.
  static func targets(
    _ target: SFZTarget, _ settings: SFZSettings, _ oscillators: SFZLFOs,
    _ envelopes: SFZFlexEnvelopes
  ) -> [(RegionModulation.Target, Float)] {
    switch target {
    case .volume: return [(.gain, 10)]
    case .amplitude: return [(.amplitude, 0.01)]
    case .pan: return [(.generator(.pan), 5)]
    case .width: return []
    case .tune: return [(.generator(.fineTune), 1)]
    case .cutoff: return settings.cutoff == nil ? [] : [(.generator(.initialFilterCutoff), 1)]
    case .resonance:
      return settings.cutoff == nil
        ? [] : [(.generator(.initialFilterResonance), 10), (.gain, 5)]
    case .velocityTracking: return [(.velocityTracking, 0.01)]
    case .offset: return [(.start, 1)]
    case .delay: return [(.delay, 1)]
    case .reverb: return [(.generator(.reverbSend), 10)]
    case .chorus: return [(.generator(.chorusSend), 10)]
    case .depth(let envelope): return depth(envelope, settings, envelopes)
    case .envelope(let envelope, let stage): return time(envelope, stage, settings, envelopes)
    case .oscillator(let number, let part): return oscillation(number, part, oscillators)
    case .pointEnvelope(let number, let part):
      return envelopes.target(number, part, isFiltered: settings.cutoff != nil)
    case .band(let number, let part): return SFZBands(settings).target(number, part)
    }
  }

  private static func depth(
    _ envelope: SFZTarget.Envelope, _ settings: SFZSettings, _ envelopes: SFZFlexEnvelopes
  ) -> [(RegionModulation.Target, Float)] {
    if envelope == .filter { return [(.generator(.modulationEnvelopeToFilterCutoff), 1)] }
    return settings.hasTwoEnvelopes
      ? envelopes.target(SFZOpcodeRule.pitchEnvelope, .pitch, isFiltered: true)
      : [(.generator(.modulationEnvelopeToPitch), 1)]
  }

  private static func time(
    _ envelope: SFZTarget.Envelope, _ stage: SFZTarget.Stage, _ settings: SFZSettings,
    _ envelopes: SFZFlexEnvelopes
  ) -> [(RegionModulation.Target, Float)] {
    if envelope == .pitch && settings.hasTwoEnvelopes { return envelopes.target(stage) }
    // Where pitch and filter share one envelope, the filter's say counts.
    if envelope == .pitch && settings.uses(.filter) { return [] }
    let isVolume = envelope == .amplifier
    switch stage {
    case .delay: return [(.seconds(isVolume ? .volumeEnvelopeDelay : .modulationEnvelopeDelay), 1)]
    case .attack:
      return [(.seconds(isVolume ? .volumeEnvelopeAttack : .modulationEnvelopeAttack), 1)]
    case .hold: return [(.seconds(isVolume ? .volumeEnvelopeHold : .modulationEnvelopeHold), 1)]
    case .decay:
      let own = envelope == .filter ? settings.filterEnvelope : settings.pitchEnvelope
      return isVolume
        ? [
          (
            .seconds(.volumeEnvelopeDecay),
            SFZUnitConversion.decayFactor(settings.amplifierEnvelope.sustain)
          )
        ] : [(.seconds(.modulationEnvelopeDecay), 1 / max(1 - own.sustain / 100, 0.001))]
    case .sustain: return isVolume ? [(.sustain, 0.01)] : []
    case .release:
      return [(.seconds(isVolume ? .volumeEnvelopeRelease : .modulationEnvelopeRelease), 1)]
    }
  }

  private static func oscillation(
    _ number: Int, _ part: SFZTarget.Oscillation, _ oscillators: SFZLFOs
  ) -> [(RegionModulation.Target, Float)] {
    guard let isVibrato = oscillators.isVibrato(number) else { return [] }
    switch part {
    case .frequency:
      return [(.hertz(isVibrato ? .vibratoLFOFrequency : .modulationLFOFrequency), 1)]
    case .pitch: return [(.generator(isVibrato ? .vibratoLFOToPitch : .modulationLFOToPitch), 1)]
    case .volume: return [(.generator(.modulationLFOToVolume), 10)]
    case .cutoff: return [(.generator(.modulationLFOToFilterCutoff), 1)]
    }
  }

  /// What a region's own opcodes say about velocity, key and wheel.
  static func own(
    _ settings: SFZSettings, _ pointEnvelopes: SFZFlexEnvelopes
  ) -> [RegionModulation] {
    var all: [RegionModulation] = []
    func add(_ source: RegionModulation.Source, _ target: RegionModulation.Target, _ amount: Float)
    {
      if amount != 0 {
        all.append(RegionModulation(source: source, target: target, amount: amount))
      }
    }
    add(.velocity, .generator(.fineTune), settings.velocityToPitch)
    add(.key, .gain, 10 * 127 * settings.keyToVolume)
    if settings.cutoff != nil {
      add(.velocity, .generator(.initialFilterCutoff), settings.velocityToCutoff)
      addKey(to: &all, settings)
    }
    if settings.bendUp != nil || settings.bendDown != nil {
      add(.bendUp, .generator(.fineTune), settings.bendUp ?? 200)
      add(.bendDown, .generator(.fineTune), settings.bendDown ?? -200)
    }
    let envelopes: [(SFZTarget.Envelope, SFZSettings.Envelope)] = [
      (.amplifier, settings.amplifierEnvelope), (.pitch, settings.pitchEnvelope),
      (.filter, settings.filterEnvelope),
    ]
    for (envelope, own) in envelopes {
      let stages: [(SFZTarget.Stage, Float)] = [
        (.delay, own.velocityToDelay), (.attack, own.velocityToAttack),
        (.hold, own.velocityToHold), (.decay, own.velocityToDecay),
        (.sustain, own.velocityToSustain), (.release, own.velocityToRelease),
      ]
      for (stage, amount) in stages {
        for (target, scale) in time(envelope, stage, settings, pointEnvelopes) {
          add(.velocity, target, amount * scale)
        }
      }
    }
    for (envelope, own) in envelopes.dropFirst() {
      for (target, scale) in depth(envelope, settings, pointEnvelopes) {
        add(.velocity, target, own.velocityToDepth * scale)
      }
    }
    return all + SFZBands(settings).modulations
  }

  /// So many cents a key, counted from the centre: a line through it over all keys.
  private static func addKey(to all: inout [RegionModulation], _ settings: SFZSettings) {
    if settings.keyToCutoff == 0 { return }
    let curve = (0..<128).map { Float($0 - settings.cutoffKeyCenter) / 127 }
    all.append(
      RegionModulation(
        source: .key, target: .generator(.initialFilterCutoff), amount: 127 * settings.keyToCutoff,
        curve: curve))
  }
}
