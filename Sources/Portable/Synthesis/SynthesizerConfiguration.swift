public import PeachMusicUnits

/// The fixed properties of a synthesizer.
public struct SynthesizerConfiguration: Hashable, Sendable {
  /// The sample rate in hertz, 8,000 through 384,000.
  public var sampleRate: Double
  /// The polyphony, 1 through 4,096. Beyond it, the least audible voice is stolen.
  public var maximumVoices: Int
  /// The number of MIDI channels, 1 through 256.
  public var channelCount: Int
  /// The output gain. At 0 dB, one full-scale sample in the center peaks at −3 dBFS.
  public var gain: Decibels
  /// The gain for songs and plug-ins: −14 dB leave headroom for many notes.
  public static var songGain: Decibels { Decibels(-14) }
  /// The interpretation of bank select; `nil` to start with GS and follow the song's resets.
  public var bankMode: BankMode?
  /// Whether there are a reverb and a chorus. Unused effects cost no CPU time.
  public var effects: Bool
  /// Whether a limiter keeps peaks below −0.1 dBFS, with 1.5 ms of ``Synthesizer/latencyFrames``.
  public var limiter: Bool
  /// The noise floor: the peak level in dBFS below which released voices are freed.
  public var silence = Decibels(-126)
  /// The quality of sample interpolation.
  public var interpolation: InterpolationQuality
  /// The kernels: the fastest, or those that are bit-identical on every machine.
  public var kernels: KernelChoice
  /// The amount of the vibrato that was removed from samples, 0…2, on all channels, until
  /// ``SynthesizerEvent/vibratoAmount(channel:amount:)`` or controller 77 change it.
  public var vibratoAmount: Float = 0
  /// The pitches of keys that the song does not tune, except for percussion; `nil` for equal
  /// temperament. Keys without a pitch are silent.
  public var tuning: KeyboardTuning?

  /// Creates a configuration, with values clamped to their ranges.
  public init(
    sampleRate: Double = 48_000, maximumVoices: Int = 256, channelCount: Int = 16,
    gain: Decibels = Decibels(0), bankMode: BankMode? = nil, effects: Bool = true,
    limiter: Bool = false, tuning: KeyboardTuning? = nil,
    interpolation: InterpolationQuality = .sinc16, kernels: KernelChoice = .fastest
  ) {
    self.sampleRate = min(max(sampleRate, 8_000), 384_000)
    self.maximumVoices = min(max(maximumVoices, 1), 4_096)
    self.channelCount = min(max(channelCount, 1), 256)
    self.gain = gain
    self.bankMode = bankMode
    self.effects = effects
    self.limiter = limiter
    self.tuning = tuning
    self.interpolation = interpolation
    self.kernels = kernels
  }

  /// With minimal resources, for synthesizers that follow events without rendering.
  package var silent: SynthesizerConfiguration {
    var silent = self
    silent.maximumVoices = 1
    silent.effects = false
    silent.limiter = false
    return silent
  }
}

extension LookupTables {
  /// Creates the tables of synthesizers with this configuration.
  package convenience init(_ configuration: SynthesizerConfiguration) {
    self.init(
      quality: configuration.interpolation, simdLevel: configuration.kernels.simdLevel,
      sampleRate: configuration.sampleRate)
  }
}
