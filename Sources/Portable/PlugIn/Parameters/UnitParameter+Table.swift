import PeachInstrumentModel

extension UnitParameter {
  /// All parameters, sorted by address.
  public static let all: [UnitParameter] = generators + modes

  private typealias Row = (
    generator: Generator, identifier: String, sf2LibAUIdentifier: String, unit: Unit
  )

  private static let generators: [UnitParameter] = rows.map { row in
    let range: ClosedRange<Float> =
      switch row.generator {
      case .instrument, .sampleID, .sampleModes: 0...65535
      case .keyRange, .velocityRange: 0...32639
      default: row.generator.range
      }
    return UnitParameter(
      address: UInt64(row.generator.rawValue), identifier: row.identifier,
      sf2LibAUIdentifier: row.sf2LibAUIdentifier, range: range,
      defaultValue: row.generator.defaultValue, unit: row.unit, valueNames: [],
      isWritable: isWritable(row.generator),
      affectsSoundingNotes: affectsSoundingNotes(row.generator), kind: .generator(row.generator))
  }

  /// The file determines key ranges and samples (SoundFont 2.04 §9.6.2).
  static func isWritable(_ generator: Generator) -> Bool {
    switch generator {
    case .instrument, .keyRange, .velocityRange, .sampleID, .sampleModes: false
    default: true
    }
  }

  /// Start offsets, LFO delays, exclusive class and key apply at note-on only.
  private static func affectsSoundingNotes(_ generator: Generator) -> Bool {
    switch generator {
    case .startAddressOffset, .startAddressCoarseOffset, .modulationLFODelay, .vibratoLFODelay,
      .overridingKey, .exclusiveClass:
      false
    default: isWritable(generator)
    }
  }

  private static let modes: [UnitParameter] = UnitMode.allCases.map { mode in
    let (name, range, defaultValue, unit): (String, ClosedRange<Float>, Float, Unit) =
      switch mode {
      case .portamento: ("portamentoModeEnabled", 0...1, 0, .boolean)
      case .portamentoRate: ("portamentoRate", 0...60000, 100, .millisecondsPerSemitone)
      case .oneVoicePerKey: ("oneVoicePerKeyModeEnabled", 0...1, 0, .boolean)
      case .polyphonic: ("polyphonicModeEnabled", 0...1, 1, .boolean)
      case .activeVoiceCount: ("activeVoiceCount", 0...4096, 0, .number)
      case .retrigger: ("retriggerModeEnabled", 0...1, 1, .boolean)
      case .bankMode: ("bankMode", 0...5, 0, .indexed)
      case .straightTone: ("straightTone", 0...1, 0, .boolean)
      case .vibratoAmount: ("vibratoAmount", 0...200, 100, .percent)
      case .inTune: ("inTune", 0...1, 1, .boolean)
      case .gain: ("gain", -60...24, 0, .decibels)
      case .reverbLevel: ("reverbLevel", 0...200, 100, .percent)
      case .chorusLevel: ("chorusLevel", 0...200, 100, .percent)
      case .concertPitch: ("concertPitch", 380...494, 440, .hertz)
      case .scale: ("scale", 0...Float(UnitScale.count - 1), 0, .indexed)
      case .scaleRoot: ("scaleRoot", 0...11, 0, .indexed)
      case .presetBank: ("presetBank", 0...16_383, 0, .integer)
      case .presetProgram: ("presetProgram", 0...127, 0, .integer)
      case .adaptive: ("adaptive", 0...2, 0, .indexed)
      case .purity: ("purity", 0...100, 100, .percent)
      case .glide: ("glide", 0...100, 0, .centsPerSecond)
      case .smoothTone: ("smoothTone", 0...1, 0, .boolean)
      case .octaveStretch: ("octaveStretch", 0...4, 0, .indexed)
      case .stretchAmount: ("stretchAmount", 0...200, 100, .percent)
      }
    return UnitParameter(
      address: mode.rawValue, identifier: name, sf2LibAUIdentifier: name, range: range,
      defaultValue: defaultValue, unit: unit,
      valueNames: valueNames(mode), isWritable: mode != .activeVoiceCount,
      affectsSoundingNotes: mode == .vibratoAmount || mode.isHostSetting, kind: .mode(mode))
  }

  private static func valueNames(_ mode: UnitMode) -> [String] {
    switch mode {
    case .bankMode: UnitMode.bankModeNames
    case .scale: UnitScale.names
    case .scaleRoot: UnitScale.rootNames
    case .adaptive: UnitMode.adaptiveNames
    case .octaveStretch: UnitMode.stretchNames
    default: []
    }
  }

  // Names of SoundFont 2.04 §8.1.2, then those of SF2LibAU's parameter tree.
  private static let rows: [Row] = [
    (.startAddressOffset, "startAddrsOffset", "startAddressOffset", .frames),
    (.endAddressOffset, "endAddrsOffset", "endAddressOffset", .frames),
    (.startLoopAddressOffset, "startloopAddrsOffset", "startLoopAddressOffset", .frames),
    (.endLoopAddressOffset, "endloopAddrsOffset", "endLoopAddressOffset", .frames),
    (
      .startAddressCoarseOffset, "startAddrsCoarseOffset", "startAddressCoarseOffset", .coarseFrames
    ),
    (.modulationLFOToPitch, "modLfoToPitch", "modulatorLFOToPitch", .cents),
    (.vibratoLFOToPitch, "vibLfoToPitch", "vibratoLFOToPitch", .cents),
    (.modulationEnvelopeToPitch, "modEnvToPitch", "modulatorEnvelopeToPitch", .cents),
    (.initialFilterCutoff, "initialFilterFc", "initialFilterCutoff", .absoluteCents),
    (.initialFilterResonance, "initialFilterQ", "initialFilterResonance", .centibels),
    (.modulationLFOToFilterCutoff, "modLfoToFilterFc", "modulatorLFOToFilterCutoff", .cents),
    (
      .modulationEnvelopeToFilterCutoff, "modEnvToFilterFc", "modulatorEnvelopeToFilterCutoff",
      .cents
    ),
    (.endAddressCoarseOffset, "endAddrsCoarseOffset", "endAddressCoarseOffset", .coarseFrames),
    (.modulationLFOToVolume, "modLfoToVolume", "modulatorLFOToVolume", .centibels),
    (.chorusSend, "chorusEffectsSend", "chorusEffectSend", .tenthsOfPercent),
    (.reverbSend, "reverbEffectsSend", "reverbEffectSend", .tenthsOfPercent),
    (.pan, "pan", "pan", .tenthsOfPercent),
    (.modulationLFODelay, "delayModLFO", "delayModulatorLFO", .timecents),
    (.modulationLFOFrequency, "freqModLFO", "frequencyModulatorLFO", .absoluteCents),
    (.vibratoLFODelay, "delayVibLFO", "delayVibratoLFO", .timecents),
    (.vibratoLFOFrequency, "freqVibLFO", "frequencyVibratoLFO", .absoluteCents),
    (.modulationEnvelopeDelay, "delayModEnv", "delayModulatorEnvelope", .timecents),
    (.modulationEnvelopeAttack, "attackModEnv", "attackModulatorEnvelope", .timecents),
    (.modulationEnvelopeHold, "holdModEnv", "holdModulatorEnvelope", .timecents),
    (.modulationEnvelopeDecay, "decayModEnv", "decayModulatorEnvelope", .timecents),
    (.modulationEnvelopeSustain, "sustainModEnv", "sustainModulatorEnvelope", .tenthsOfPercent),
    (.modulationEnvelopeRelease, "releaseModEnv", "releaseModulatorEnvelope", .timecents),
    (
      .keyToModulationEnvelopeHold, "keynumToModEnvHold", "midiKeyToModulatorEnvelopeHold",
      .timecentsPerKey
    ),
    (
      .keyToModulationEnvelopeDecay, "keynumToModEnvDecay", "midiKeyToModulatorEnvelopeDecay",
      .timecentsPerKey
    ),
    (.volumeEnvelopeDelay, "delayVolEnv", "delayVolumeEnvelope", .timecents),
    (.volumeEnvelopeAttack, "attackVolEnv", "attackVolumeEnvelope", .timecents),
    (.volumeEnvelopeHold, "holdVolEnv", "holdVolumeEnvelope", .timecents),
    (.volumeEnvelopeDecay, "decayVolEnv", "decayVolumeEnvelope", .timecents),
    (.volumeEnvelopeSustain, "sustainVolEnv", "sustainVolumeEnvelope", .centibels),
    (.volumeEnvelopeRelease, "releaseVolEnv", "releaseVolumeEnvelope", .timecents),
    (
      .keyToVolumeEnvelopeHold, "keynumToVolEnvHold", "midiKeyToVolumeEnvelopeHold",
      .timecentsPerKey
    ),
    (
      .keyToVolumeEnvelopeDecay, "keynumToVolEnvDecay", "midiKeyToVolumeEnvelopeDecay",
      .timecentsPerKey
    ),
    (.instrument, "instrument", "instrument", .number),
    (.keyRange, "keyRange", "keyRange", .number),
    (.velocityRange, "velRange", "velocityRange", .number),
    (
      .startLoopAddressCoarseOffset, "startloopAddrsCoarseOffset", "startLoopAddressCoarseOffset",
      .coarseFrames
    ),
    (.overridingKey, "keynum", "forcedMIDIKey", .key),
    (.overridingVelocity, "velocity", "forcedMIDIVelocity", .velocity),
    (.initialAttenuation, "initialAttenuation", "initialAttenuation", .centibels),
    (
      .endLoopAddressCoarseOffset, "endloopAddrsCoarseOffset", "endLoopAddressCoarseOffset",
      .coarseFrames
    ),
    (.coarseTune, "coarseTune", "coarseTune", .semitones),
    (.fineTune, "fineTune", "fineTune", .cents),
    (.sampleID, "sampleID", "sampleID", .number),
    (.sampleModes, "sampleModes", "sampleModes", .number),
    (.scaleTuning, "scaleTuning", "scaleTuning", .centsPerKey),
    (.exclusiveClass, "exclusiveClass", "exclusiveClass", .number),
    (.overridingRootKey, "overridingRootKey", "overridingRootKey", .key),
  ]
}
