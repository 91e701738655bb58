import PeachInstrumentModel
import PeachMusicUnits

/// The generator values of a voice, with modulators applied, in the units of the formulas.
struct VoiceParameters: BitwiseCopyable {
  /// The indices of the channel's balance, −1…1, and of the region's additional gain, in centibels,
  /// among a voice's values: after the generators.
  static var balanceIndex: Int { Generator.tableCount }
  static var levelIndex: Int { Generator.tableCount + 1 }
  /// The index of the amount of recorded vibrato, 0…2.
  static var vibratoAmountIndex: Int { Generator.tableCount + 2 }

  /// The amplitude factor of attenuation, gain and modulators.
  var level: Double
  /// The gain at DC, which compensates the filter's resonance.
  var filteredLevel: Double
  /// The pan, in tenths of a percent, and the channel's balance; the gains follow from both.
  var pan: Float
  var balance: Float
  var leftGain: Float
  var rightGain: Float
  /// The effect sends, 0…1, pre-pan.
  var reverbSend: Float
  var chorusSend: Float
  var tuningCents: Double
  var centsPerKey: Double
  /// The key that plays the sample at its original pitch, or `nil` for the sample's root key.
  var overridingRootKey: Double?
  var vibratoToPitch: Double
  var modulationLFOToPitch: Double
  var modulationEnvelopeToPitch: Double
  /// The amount of recorded vibrato, 0…2; 0 for regions without one.
  var vibratoAmount: Double
  var cutoffCents: Float
  var resonanceCentibels: Float
  /// The filter's damping, 1/Q, for its resonance.
  var damping: Double
  var modulationLFOToCutoff: Float
  var modulationEnvelopeToCutoff: Float
  /// The depth in centibels; positive if the level rises with the LFO.
  var modulationLFOToVolume: Double

  init(_ values: UnsafePointer<Float>) {
    level = VolumeEnvelope.amplitude(centibels: Self.attenuation(values))
    pan = values[.pan]
    balance = values[Self.balanceIndex]
    (leftGain, rightGain) = Self.panGains(pan: pan, balance: balance)
    let root = values[.overridingRootKey]
    overridingRootKey = root >= 0 ? Double(min(root, 127)) : nil
    reverbSend = min(max(values[.reverbSend], 0), 1000) * 0.001
    chorusSend = min(max(values[.chorusSend], 0), 1000) * 0.001
    tuningCents = Double(values[.coarseTune]) * 100 + Double(values[.fineTune])
    centsPerKey = Double(min(max(values[.scaleTuning], 0), 1200))
    vibratoToPitch = Double(Self.clampedDepth(values[.vibratoLFOToPitch]))
    modulationLFOToPitch = Double(Self.clampedDepth(values[.modulationLFOToPitch]))
    modulationEnvelopeToPitch = Double(Self.clampedDepth(values[.modulationEnvelopeToPitch]))
    vibratoAmount = Double(values[Self.vibratoAmountIndex])
    cutoffCents = min(max(values[.initialFilterCutoff], 1500), 13500)
    resonanceCentibels = min(max(values[.initialFilterResonance], 0), 960)
    modulationLFOToCutoff = Self.clampedDepth(values[.modulationLFOToFilterCutoff])
    modulationEnvelopeToCutoff = Self.clampedDepth(values[.modulationEnvelopeToFilterCutoff])
    modulationLFOToVolume = Double(min(max(values[.modulationLFOToVolume], -960), 960))
    damping = StateVariableFilter.damping(resonanceCentibels: resonanceCentibels)
    // The gain at DC falls by half the resonance (SoundFont 2.04 §8.1.3, generator 9).
    filteredLevel = StateVariableFilter.amplitude(decibels: -0.05 * Double(resonanceCentibels))
  }

  /// Returns the attenuation less the additional gain, in centibels.
  static func attenuation(_ values: UnsafePointer<Float>) -> Double {
    Double(min(max(values[.initialAttenuation], 0), 1440)) - Double(values[levelIndex])
  }

  /// Returns the gains of a pan in tenths of a percent, with constant power: −3 dB in the center.
  static func panGains(pan: Float, balance: Float) -> (left: Float, right: Float) {
    let fraction = Double(min(max(pan, -500), 500) + 500) * 0.001
    let (sine, cosine) = Exponential.sineAndCosine(cycles: fraction * 0.25)
    return (Float(cosine) * min(1 - balance, 1), Float(sine) * min(1 + balance, 1))
  }

  /// Clamps a modulation depth of pitch or cutoff to its range (§8.1.3).
  private static func clampedDepth(_ cents: Float) -> Float { min(max(cents, -12000), 12000) }

  @inline(__always) var isModulatedByLFO: Bool {
    vibratoToPitch != 0 || modulationLFOToPitch != 0 || modulationLFOToCutoff != 0
      || modulationLFOToVolume != 0
  }

  @inline(__always) var isPitchModulated: Bool {
    vibratoToPitch != 0 || modulationLFOToPitch != 0 || modulationEnvelopeToPitch != 0
  }

  @inline(__always) var isModulatedByEnvelope: Bool {
    modulationEnvelopeToPitch != 0 || modulationEnvelopeToCutoff != 0
  }

  /// Whether the filter has, or may get, an effect.
  var needsFilter: Bool {
    cutoffCents < 13500 || resonanceCentibels > 0 || modulationLFOToCutoff != 0
      || modulationEnvelopeToCutoff != 0
  }

  /// Returns the volume envelope's stages for a key (generators 33 to 40).
  static func volumeShape(
    _ values: UnsafePointer<Float>, key: Float, sampleRate: Double
  ) -> EnvelopeShape {
    shape(values, first: 33, keyScaling: 39, key: key, sampleRate: sampleRate)
  }

  /// Returns the modulation envelope's stages for a key (generators 25 to 32).
  static func modulationShape(
    _ values: UnsafePointer<Float>, key: Float, sampleRate: Double
  ) -> EnvelopeShape {
    shape(values, first: 25, keyScaling: 31, key: key, sampleRate: sampleRate)
  }

  private static func shape(
    _ values: UnsafePointer<Float>, first: Int, keyScaling: Int, key: Float, sampleRate: Double
  ) -> EnvelopeShape {
    let keysBelow = 60 - key
    let hold = values[first + 2] + values[keyScaling] * keysBelow
    let decay = values[first + 3] + values[keyScaling + 1] * keysBelow
    return EnvelopeShape(
      delayFrames: frames(values[first], 5000, sampleRate, minFrames: 0),
      attackFrames: frames(values[first + 1], 8000, sampleRate, minFrames: 1),
      holdFrames: frames(hold, 5000, sampleRate, minFrames: 0),
      decayFrames: frames(decay, 8000, sampleRate, minFrames: 1),
      sustain: Double(min(max(values[first + 4], 0), first == 33 ? 1440 : 1000)),
      releaseFrames: frames(values[first + 5], 8000, sampleRate, minFrames: 1))
  }

  /// Converts timecents to frames. −12000 is no delay or hold, and a slope of a millisecond.
  private static func frames(
    _ timecents: Float, _ maxTimecents: Float, _ sampleRate: Double, minFrames: Int
  ) -> Int {
    if timecents <= -12000 && minFrames == 0 { return 0 }
    let seconds = seconds(timecents: min(max(timecents, -12000), maxTimecents))
    return max(Int(seconds * sampleRate + 0.5), minFrames)
  }

  /// Converts timecents to seconds: 0 is one second, 1200 are two.
  @inline(__always) static func seconds(timecents: Float) -> Double {
    Exponential.exp2(Double(timecents) * (1.0 / 1200))
  }
}

/// Tables of generator values, indexed by generator number.
extension UnsafePointer<Float> {
  @inline(__always) subscript(generator: Generator) -> Float { self[Int(generator.rawValue)] }
}

extension UnsafeMutablePointer<Float> {
  @inline(__always) subscript(generator: Generator) -> Float {
    get { self[Int(generator.rawValue)] }
    nonmutating set { self[Int(generator.rawValue)] = newValue }
  }
}
