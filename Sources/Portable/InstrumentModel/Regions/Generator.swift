/// The parameters of a region: SoundFont 2.04 §8.1.2, with its numbers and units. All formats are
/// converted to generators. Their numbers are also the parameter addresses of a plug-in and the
/// numbers of NRPN messages (§9.6).
public enum Generator: UInt8, CaseIterable, BitwiseCopyable, Sendable {
  /// Frames that are added to the sample's start.
  case startAddressOffset = 0
  /// Frames that are added to the sample's end.
  case endAddressOffset = 1
  /// Frames that are added to the start of the loop.
  case startLoopAddressOffset = 2
  /// Frames that are added to the end of the loop.
  case endLoopAddressOffset = 3
  /// 32,768 frames that are added to the sample's start.
  case startAddressCoarseOffset = 4
  /// Cents.
  case modulationLFOToPitch = 5, vibratoLFOToPitch = 6, modulationEnvelopeToPitch = 7
  /// Absolute cents: 0 is 8.176 Hz, 6900 is 440 Hz.
  case initialFilterCutoff = 8
  /// The gain of the peak above 0 Hz, in centibels.
  case initialFilterResonance = 9
  /// Cents.
  case modulationLFOToFilterCutoff = 10, modulationEnvelopeToFilterCutoff = 11
  /// 32,768 frames that are added to the sample's end.
  case endAddressCoarseOffset = 12
  /// Centibels.
  case modulationLFOToVolume = 13
  /// Tenths of a percent.
  case chorusSend = 15, reverbSend = 16
  /// Tenths of a percent: −500 is left, 500 right.
  case pan = 17
  /// Timecents: 1200·log2(seconds).
  case modulationLFODelay = 21
  /// Absolute cents.
  case modulationLFOFrequency = 22
  /// Timecents.
  case vibratoLFODelay = 23
  /// Absolute cents.
  case vibratoLFOFrequency = 24
  /// Timecents.
  case modulationEnvelopeDelay = 25, modulationEnvelopeAttack = 26, modulationEnvelopeHold = 27
  /// Timecents from full level to zero.
  case modulationEnvelopeDecay = 28
  /// Tenths of a percent below full level.
  case modulationEnvelopeSustain = 29
  /// Timecents from full level to zero.
  case modulationEnvelopeRelease = 30
  /// Timecents per key below 60.
  case keyToModulationEnvelopeHold = 31, keyToModulationEnvelopeDecay = 32
  /// Timecents.
  case volumeEnvelopeDelay = 33, volumeEnvelopeAttack = 34, volumeEnvelopeHold = 35
  /// Timecents for a decay of 100 dB.
  case volumeEnvelopeDecay = 36
  /// Centibels below full level.
  case volumeEnvelopeSustain = 37
  /// Timecents for a decay of 100 dB.
  case volumeEnvelopeRelease = 38
  /// Timecents per key below 60.
  case keyToVolumeEnvelopeHold = 39, keyToVolumeEnvelopeDecay = 40
  /// In a file: the index of an instrument. Unused in a region.
  case instrument = 41
  /// In a file: low and high byte. In a region see `Region.keys` and `Region.velocities`.
  case keyRange = 43, velocityRange = 44
  /// 32,768 frames that are added to the start of the loop.
  case startLoopAddressCoarseOffset = 45
  /// A key or velocity that replaces the one played; −1 for none.
  case overridingKey = 46, overridingVelocity = 47
  /// Centibels.
  case initialAttenuation = 48
  /// 32,768 frames that are added to the end of the loop.
  case endLoopAddressCoarseOffset = 50
  /// Semitones.
  case coarseTune = 51
  /// Cents.
  case fineTune = 52
  /// In a file: the index of a sample. In a region see `Region.sample`.
  case sampleID = 53
  /// The loop mode: ``SampleLooping``.
  case sampleModes = 54
  /// Cents per key.
  case scaleTuning = 56
  /// The exclusive class: a new note ends other notes of the class. 0 for none.
  case exclusiveClass = 57
  /// The root key; −1 for the sample's.
  case overridingRootKey = 58

  /// The length of a table indexed by generators: one more than the largest number.
  @inlinable public static var tableCount: Int { 61 }

  /// The default value (§8.1.3).
  public var defaultValue: Float {
    switch self {
    case .initialFilterCutoff: 13500
    case .modulationLFODelay, .vibratoLFODelay, .modulationEnvelopeDelay, .modulationEnvelopeAttack,
      .modulationEnvelopeHold, .modulationEnvelopeDecay, .modulationEnvelopeRelease,
      .volumeEnvelopeDelay, .volumeEnvelopeAttack, .volumeEnvelopeHold, .volumeEnvelopeDecay,
      .volumeEnvelopeRelease:
      -12000
    case .overridingKey, .overridingVelocity, .overridingRootKey: -1
    case .scaleTuning: 100
    default: 0
    }
  }

  /// The valid range (§8.1.3), to which sums are clamped.
  public var range: ClosedRange<Float> {
    switch self {
    case .startAddressOffset, .endAddressOffset, .startLoopAddressOffset, .endLoopAddressOffset,
      .startAddressCoarseOffset, .endAddressCoarseOffset, .startLoopAddressCoarseOffset,
      .endLoopAddressCoarseOffset, .instrument, .keyRange, .velocityRange, .sampleID:
      -32768...32767
    case .modulationLFOToPitch, .vibratoLFOToPitch, .modulationEnvelopeToPitch,
      .modulationLFOToFilterCutoff, .modulationEnvelopeToFilterCutoff:
      -12000...12000
    case .initialFilterCutoff: 1500...13500
    case .initialFilterResonance: 0...960
    case .modulationLFOToVolume: -960...960
    case .chorusSend, .reverbSend, .modulationEnvelopeSustain: 0...1000
    case .pan: -500...500
    case .modulationLFODelay, .vibratoLFODelay, .modulationEnvelopeDelay, .modulationEnvelopeHold,
      .volumeEnvelopeDelay, .volumeEnvelopeHold:
      -12000...5000
    case .modulationLFOFrequency, .vibratoLFOFrequency: -16000...4500
    case .modulationEnvelopeAttack, .modulationEnvelopeDecay, .modulationEnvelopeRelease,
      .volumeEnvelopeAttack, .volumeEnvelopeDecay, .volumeEnvelopeRelease:
      -12000...8000
    case .keyToModulationEnvelopeHold, .keyToModulationEnvelopeDecay, .keyToVolumeEnvelopeHold,
      .keyToVolumeEnvelopeDecay:
      -1200...1200
    case .scaleTuning: 0...1200
    case .volumeEnvelopeSustain, .initialAttenuation: 0...1440
    case .overridingKey, .overridingVelocity, .overridingRootKey: -1...127
    case .coarseTune: -120...120
    case .fineTune: -99...99
    case .sampleModes: 0...3
    case .exclusiveClass: 0...127
    }
  }
}
