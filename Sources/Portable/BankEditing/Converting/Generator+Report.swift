import PeachInstrumentModel

/// Names and units of generators in reports of conversions.
extension Generator {
  /// The audible property, such as `filter cutoff`.
  var property: String {
    switch self {
    case .startAddressOffset, .startAddressCoarseOffset: "sample start"
    case .endAddressOffset, .endAddressCoarseOffset: "sample end"
    case .startLoopAddressOffset, .startLoopAddressCoarseOffset, .endLoopAddressOffset,
      .endLoopAddressCoarseOffset:
      "loop"
    case .modulationLFOToPitch, .vibratoLFOToPitch: "vibrato depth"
    case .modulationEnvelopeToPitch: "pitch envelope depth"
    case .initialFilterCutoff: "filter cutoff"
    case .initialFilterResonance: "filter resonance"
    case .modulationLFOToFilterCutoff: "filter LFO depth"
    case .modulationEnvelopeToFilterCutoff: "filter envelope depth"
    case .modulationLFOToVolume: "tremolo depth"
    case .chorusSend: "chorus send"
    case .reverbSend: "reverb send"
    case .pan: "pan"
    case .modulationLFODelay, .vibratoLFODelay: "LFO delay"
    case .modulationLFOFrequency, .vibratoLFOFrequency: "LFO frequency"
    case .modulationEnvelopeDelay, .modulationEnvelopeAttack, .modulationEnvelopeHold,
      .modulationEnvelopeDecay, .modulationEnvelopeRelease, .keyToModulationEnvelopeHold,
      .keyToModulationEnvelopeDecay:
      "modulation envelope times"
    case .modulationEnvelopeSustain: "modulation envelope sustain level"
    case .volumeEnvelopeDelay, .volumeEnvelopeAttack, .volumeEnvelopeHold, .volumeEnvelopeDecay,
      .volumeEnvelopeRelease, .keyToVolumeEnvelopeHold, .keyToVolumeEnvelopeDecay:
      "volume envelope times"
    case .volumeEnvelopeSustain: "sustain level"
    case .initialAttenuation: "level"
    case .coarseTune, .fineTune: "pitch"
    case .scaleTuning: "key tracking"
    case .instrument, .keyRange, .velocityRange, .overridingKey, .overridingVelocity, .sampleID,
      .sampleModes, .exclusiveClass, .overridingRootKey:
      "sample"
    }
  }

  /// Returns the audible difference of two values, which are clamped to the valid range; `nil` if
  /// it depends on other parameters.
  func effect(from one: Float, to other: Float) -> ConversionLoss.Effect? {
    let (one, other) = (clamped(one), clamped(other))
    let difference = Double(other - one)
    switch self {
    case .initialFilterResonance, .modulationLFOToVolume, .volumeEnvelopeSustain,
      .initialAttenuation:
      return .init(difference / 10, .decibels)
    case .modulationLFOToPitch, .vibratoLFOToPitch, .modulationEnvelopeToPitch,
      .initialFilterCutoff, .modulationLFOToFilterCutoff, .modulationEnvelopeToFilterCutoff,
      .fineTune, .scaleTuning:
      return .init(difference, .cents)
    case .coarseTune: return .init(100 * difference, .cents)
    case .chorusSend, .reverbSend, .modulationEnvelopeSustain:
      return .init(difference / 10, .percent)
    case .pan: return .init(difference / 5, .percent)
    case .modulationLFODelay, .vibratoLFODelay, .modulationEnvelopeDelay,
      .modulationEnvelopeAttack, .modulationEnvelopeHold, .modulationEnvelopeDecay,
      .modulationEnvelopeRelease, .volumeEnvelopeDelay, .volumeEnvelopeAttack,
      .volumeEnvelopeHold, .volumeEnvelopeDecay, .volumeEnvelopeRelease:
      return .init(SFZRegionText.seconds(other) - SFZRegionText.seconds(one), .seconds)
    case .modulationLFOFrequency, .vibratoLFOFrequency:
      return .init(SFZRegionText.hertz(other) - SFZRegionText.hertz(one), .hertz)
    default: return nil
    }
  }

  /// Returns the value within the valid range; sums of tunings have no limit in the engine.
  func clamped(_ value: Float) -> Float {
    if self == .fineTune || self == .coarseTune { return value }
    return min(max(value, range.lowerBound), range.upperBound)
  }
}
