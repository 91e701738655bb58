import PeachInstrumentModel
import PeachMusicUnits

/// What a voice's generators come to, in the numbers that the kernels want.
struct VoiceParameters: BitwiseCopyable {
  /// Where among a voice's values its channel's balance lies, −1 for left through 1 for right:
  /// behind the generators.
  static var balanceIndex: Int { Generator.tableCount }
  /// Where behind it the centibels lie by which a region's performance raises its level.
  static var levelIndex: Int { Generator.tableCount + 1 }

  /// Centibels below full, modulators and the filter's own loss included.
  var attenuationCentibels: Double
  /// The same as a factor.
  var level: Double
  /// What the filter's resonance leaves of the level at 0 Hz.
  var filteredLevel: Double
  /// OneDecimalFormat of a percent, and the channel's balance: what the two gains come from.
  var pan: Float
  var balance: Float
  var leftGain: Float
  var rightGain: Float
  /// What part goes to the reverb and to the chorus, 0…1, before pan.
  var reverbSend: Float
  var chorusSend: Float
  /// Semitone and fine tuning, bend included.
  var tuningCents: Double
  var centsPerKey: Double
  /// The key at which the recording counts as in tune; nil for the recording's own.
  var overridingRootKey: Double?
  var vibratoToPitch: Double
  var modulationLFOToPitch: Double
  var modulationEnvelopeToPitch: Double
  var cutoffCents: Float
  var resonanceCentibels: Float
  /// What the filter makes of its resonance.
  var damping: Double
  var modulationLFOToCutoff: Float
  var modulationEnvelopeToCutoff: Float
  /// Centibels; up where the oscillator is up.
  var modulationLFOToVolume: Double

  /// From one value for each generator, as ``ModulationMatrix`` leaves them.
  init(_ values: UnsafePointer<Float>) {
    @inline(__always) func value(_ generator: Generator) -> Float {
      values[Int(generator.rawValue)]
    }
    attenuationCentibels =
      Double(min(max(value(.initialAttenuation), 0), 1440)) - Double(values[Self.levelIndex])
    level = VolumeEnvelope.amplitude(centibels: attenuationCentibels)
    pan = value(.pan)
    balance = values[Self.balanceIndex]
    (leftGain, rightGain) = Self.sides(pan: pan, balance: balance)
    let root = value(.overridingRootKey)
    overridingRootKey = root >= 0 ? Double(min(root, 127)) : nil
    reverbSend = min(max(value(.reverbSend), 0), 1000) * 0.001
    chorusSend = min(max(value(.chorusSend), 0), 1000) * 0.001
    tuningCents = Double(value(.coarseTune)) * 100 + Double(value(.fineTune))
    centsPerKey = Double(min(max(value(.scaleTuning), 0), 1200))
    vibratoToPitch = Double(Self.within12000(value(.vibratoLFOToPitch)))
    modulationLFOToPitch = Double(Self.within12000(value(.modulationLFOToPitch)))
    modulationEnvelopeToPitch = Double(Self.within12000(value(.modulationEnvelopeToPitch)))
    cutoffCents = min(max(value(.initialFilterCutoff), 1500), 13500)
    resonanceCentibels = min(max(value(.initialFilterResonance), 0), 960)
    modulationLFOToCutoff = Self.within12000(value(.modulationLFOToFilterCutoff))
    modulationEnvelopeToCutoff = Self.within12000(value(.modulationEnvelopeToFilterCutoff))
    modulationLFOToVolume = Double(min(max(value(.modulationLFOToVolume), -960), 960))
    damping = StateVariableFilter.damping(resonanceCentibels: resonanceCentibels)
    // Half the resonance is taken off the level at 0 Hz (SoundFont 2.04 §8.1.3, 9).
    filteredLevel = StateVariableFilter.amplitude(decibels: -0.05 * Double(resonanceCentibels))
  }

  /// What a pan in tenths of a percent leaves of the amplitude on either side.
  static func sides(pan: Float, balance: Float) -> (left: Float, right: Float) {
    // Constant power: the middle is 3 dB down on both sides.
    let place = Double(min(max(pan, -500), 500) + 500) * 0.001
    let (sine, cosine) = Exponential.sineAndCosine(turns: place * 0.25)
    return (Float(cosine) * min(1 - balance, 1), Float(sine) * min(1 + balance, 1))
  }

  /// The range of all that moves pitch and cutoff (§8.1.3).
  private static func within12000(_ cents: Float) -> Float { min(max(cents, -12000), 12000) }

  /// True where an oscillator moves pitch, cutoff or level.
  @inline(__always) var isMovedByOscillators: Bool {
    vibratoToPitch != 0 || modulationLFOToPitch != 0 || modulationLFOToCutoff != 0
      || modulationLFOToVolume != 0
  }

  /// True where the modulation envelope moves pitch or cutoff.
  @inline(__always) var isMovedByEnvelope: Bool {
    modulationEnvelopeToPitch != 0 || modulationEnvelopeToCutoff != 0
  }

  /// False where the filter would do nothing, and never will.
  var needsFilter: Bool {
    cutoffCents < 13500 || resonanceCentibels > 0 || modulationLFOToCutoff != 0
      || modulationEnvelopeToCutoff != 0
  }

  /// The volume envelope's stages for a key (generators 33 to 40).
  static func volumeShape(
    _ values: UnsafePointer<Float>, key: Float, sampleRate: Double
  ) -> EnvelopeShape {
    shape(values, first: 33, keyScaling: 39, key: key, sampleRate: sampleRate)
  }

  /// The modulation envelope's stages for a key (generators 25 to 32).
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
      delayFrames: frames(values[first], 5000, sampleRate, least: 0),
      attackFrames: frames(values[first + 1], 8000, sampleRate, least: 1),
      holdFrames: frames(hold, 5000, sampleRate, least: 0),
      decayFrames: frames(decay, 8000, sampleRate, least: 1),
      sustain: Double(min(max(values[first + 4], 0), first == 33 ? 1440 : 1000)),
      releaseFrames: frames(values[first + 5], 8000, sampleRate, least: 1))
  }

  /// Timecents in frames. The least value, −12000, is "at once" for a delay or a hold; for a slope
  /// it is a millisecond.
  private static func frames(
    _ timecents: Float, _ most: Float, _ sampleRate: Double, least: Int
  ) -> Int {
    if timecents <= -12000 && least == 0 { return 0 }
    let seconds = seconds(timecents: min(max(timecents, -12000), most))
    return max(Int(seconds * sampleRate + 0.5), least)
  }

  /// Timecents in seconds: 0 is one second, 1200 two.
  @inline(__always) static func seconds(timecents: Float) -> Double {
    Exponential.exp2(Double(timecents) * (1.0 / 1200))
  }
}
