import PeachInstrumentModel

/// Translates an SFZ region's modulations to the model.
enum SFZModulations {
  /// Returns the source for a controller: one of MIDI's, or an extended one of ARIA.
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

  /// Returns the model's targets of a modulation, and the factors of its amount.
  static func targets(
    _ target: SFZTarget, _ settings: SFZSettings, _ lfos: SFZLFOs,
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
    case .envelope(let envelope, let value): return stage(value, of: envelope, settings, envelopes)
    case .lfo(let number, let parameter): return lfo(number, parameter, lfos)
    case .flexEnvelope(let number, let parameter):
      return envelopes.target(number, parameter, isFiltered: settings.cutoff != nil)
    case .band(let number, let parameter): return SFZBands(settings).target(number, parameter)
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

  private static func stage(
    _ stage: SFZTarget.Stage, of envelope: SFZTarget.Envelope, _ settings: SFZSettings,
    _ envelopes: SFZFlexEnvelopes
  ) -> [(RegionModulation.Target, Float)] {
    if envelope == .pitch && settings.hasTwoEnvelopes { return envelopes.target(stage) }
    // If pitch and filter share an envelope, the filter's opcodes apply.
    if envelope == .pitch && settings.uses(.filter) { return [] }
    let isVolume = envelope == .amplifier
    if stage == .sustain { return isVolume ? [(.sustain, 0.01)] : [] }
    let sustain = settings[envelope].stages[.sustain]
    let factor =
      stage != .decay
      ? 1 : isVolume ? SFZUnitConversion.decayFactor(sustain) : 1 / max(1 - sustain / 100, 0.001)
    return [(.seconds(SFZUnitConversion.generator(stage, isVolume: isVolume)), factor)]
  }

  private static func lfo(
    _ number: Int, _ parameter: SFZTarget.LFOParameter, _ lfos: SFZLFOs
  ) -> [(RegionModulation.Target, Float)] {
    guard let isVibrato = lfos.isVibrato(number) else { return [] }
    switch parameter {
    case .frequency:
      return [(.hertz(isVibrato ? .vibratoLFOFrequency : .modulationLFOFrequency), 1)]
    case .pitch: return [(.generator(isVibrato ? .vibratoLFOToPitch : .modulationLFOToPitch), 1)]
    case .volume: return [(.generator(.modulationLFOToVolume), 10)]
    case .cutoff: return [(.generator(.modulationLFOToFilterCutoff), 1)]
    }
  }

  /// Returns the modulations by velocity, key and pitch bend of a region's opcodes.
  static func intrinsic(
    _ settings: SFZSettings, _ envelopes: SFZFlexEnvelopes
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
      if settings.keyToCutoff != 0 {
        // A line through 0 at the center key.
        let curve = (0..<128).map { Float($0 - settings.cutoffKeyCenter) / 127 }
        all.append(
          RegionModulation(
            source: .key, target: .generator(.initialFilterCutoff),
            amount: 127 * settings.keyToCutoff, curve: curve))
      }
    }
    if settings.bendUp != nil || settings.bendDown != nil {
      add(.bendUp, .generator(.fineTune), settings.bendUp ?? 200)
      add(.bendDown, .generator(.fineTune), settings.bendDown ?? -200)
    }
    for envelope in SFZTarget.Envelope.allCases {
      for value in SFZTarget.Stage.allCases {
        for (target, scale) in stage(value, of: envelope, settings, envelopes) {
          add(.velocity, target, settings[envelope].velocityStages[value] * scale)
        }
      }
    }
    for envelope in [SFZTarget.Envelope.pitch, .filter] {
      for (target, scale) in depth(envelope, settings, envelopes) {
        add(.velocity, target, settings[envelope].velocityDepth * scale)
      }
    }
    return all + SFZBands(settings).modulations
  }
}
