import PeachInstrumentModel

/// Translates an SFZ region's modulations to the model.
struct SFZModulations {
  /// A target in the model, and the factor of a modulation's amount.
  typealias Target = (target: RegionModulation.Target, factor: Float)

  let settings: SFZSettings
  let lfos: SFZLFOs
  let envelopes: SFZFlexEnvelopes

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

  func targets(_ target: SFZTarget) -> [Target] {
    let isFiltered = settings.cutoff != nil
    return switch target {
    case .volume: [(.gain, 10)]
    case .amplitude: [(.amplitude, 0.01)]
    case .pan: [(.generator(.pan), 5)]
    case .width: []
    case .tune: [(.generator(.fineTune), 1)]
    case .cutoff: isFiltered ? [(.generator(.initialFilterCutoff), 1)] : []
    case .resonance: isFiltered ? [(.generator(.initialFilterResonance), 10), (.gain, 5)] : []
    case .velocityTracking: [(.velocityTracking, 0.01)]
    case .offset: [(.start, 1)]
    case .delay: [(.delay, 1)]
    case .reverb: [(.generator(.reverbSend), 10)]
    case .chorus: [(.generator(.chorusSend), 10)]
    case .depth(let envelope): depth(envelope)
    case .envelope(let envelope, let value): stage(value, of: envelope)
    case .lfo(let number, let parameter): lfo(number, parameter)
    case .flexEnvelope(let number, let parameter):
      envelopes.target(number, parameter, isFiltered: isFiltered)
    case .band(let number, let parameter): SFZBands(settings).target(number, parameter)
    }
  }

  private func depth(_ envelope: SFZTarget.Envelope) -> [Target] {
    if envelope == .filter { return [(.generator(.modulationEnvelopeToFilterCutoff), 1)] }
    return settings.hasTwoEnvelopes
      ? envelopes.target(SFZOpcodeRule.pitchEnvelope, .pitch, isFiltered: true)
      : [(.generator(.modulationEnvelopeToPitch), 1)]
  }

  private func stage(_ stage: SFZTarget.Stage, of envelope: SFZTarget.Envelope) -> [Target] {
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

  private func lfo(_ number: Int, _ parameter: SFZTarget.LFOParameter) -> [Target] {
    guard let isVibrato = lfos.isVibrato(number) else { return [] }
    return switch parameter {
    case .frequency: [(.hertz(isVibrato ? .vibratoLFOFrequency : .modulationLFOFrequency), 1)]
    case .pitch: [(.generator(isVibrato ? .vibratoLFOToPitch : .modulationLFOToPitch), 1)]
    case .volume: [(.generator(.modulationLFOToVolume), 10)]
    case .cutoff: [(.generator(.modulationLFOToFilterCutoff), 1)]
    }
  }

  /// The modulations by velocity, key and pitch bend.
  var intrinsic: [RegionModulation] {
    var all: [RegionModulation] = []
    func add(
      _ source: RegionModulation.Source, _ target: RegionModulation.Target, _ amount: Float,
      curve: @autoclosure () -> [Float] = []
    ) {
      guard amount != 0 else { return }
      all.append(RegionModulation(source: source, target: target, amount: amount, curve: curve()))
    }
    add(.velocity, .generator(.fineTune), settings.velocityToPitch)
    add(.key, .gain, 10 * 127 * settings.keyToVolume)
    if settings.cutoff != nil {
      add(.velocity, .generator(.initialFilterCutoff), settings.velocityToCutoff)
      // A line through 0 at the center key.
      add(
        .key, .generator(.initialFilterCutoff), 127 * settings.keyToCutoff,
        curve: (0..<128).map { Float($0 - settings.cutoffKeyCenter) / 127 })
    }
    if settings.bendUp != nil || settings.bendDown != nil {
      add(.bendUp, .generator(.fineTune), settings.bendUp ?? 200)
      add(.bendDown, .generator(.fineTune), settings.bendDown ?? -200)
    }
    for envelope in SFZTarget.Envelope.allCases {
      for value in SFZTarget.Stage.allCases {
        for (target, factor) in stage(value, of: envelope) {
          add(.velocity, target, settings[envelope].velocityStages[value] * factor)
        }
      }
    }
    for envelope in [SFZTarget.Envelope.pitch, .filter] {
      for (target, factor) in depth(envelope) {
        add(.velocity, target, settings[envelope].velocityDepth * factor)
      }
    }
    return all + SFZBands(settings).modulations
  }
}
