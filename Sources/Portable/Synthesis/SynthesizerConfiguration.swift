public import PeachMusicUnits

/// The fixed properties of a synthesizer. Numbers are clamped to their ranges whenever they are
/// set; NaN sets the default.
public struct SynthesizerConfiguration: Hashable, Sendable {
  /// The sample rate in hertz, 8,000 through 384,000.
  public var sampleRate: Double {
    didSet { sampleRate = Self.clamped(sampleRate, to: Self.sampleRates, or: 48_000) }
  }
  /// The polyphony, 1 through 4,096. Beyond it, the least audible voice is stolen.
  public var maximumVoices: Int {
    didSet { maximumVoices = Self.clamped(maximumVoices, to: Self.voiceCounts) }
  }
  /// The number of MIDI channels, 1 through 256.
  public var channelCount: Int {
    didSet { channelCount = Self.clamped(channelCount, to: Self.channelCounts) }
  }
  /// The output gain, at most 60 dB; −∞ dB is silence. At 0 dB, one full-scale sample in the center
  /// peaks at −3 dBFS.
  public var gain: Decibels {
    didSet { gain = Self.clamped(gain, to: Self.gains, or: 0) }
  }
  /// The gain for songs and plug-ins: −14 dB leave headroom for many notes.
  public static var songGain: Decibels { Decibels(-14) }
  /// The interpretation of bank select; `nil` to start with GS and follow the song's resets.
  public var bankMode: BankMode?
  /// Whether there are a reverb and a chorus. Unused effects cost no CPU time.
  public var effects: Bool
  /// Whether a limiter keeps peaks below −0.1 dBFS, with 1.5 ms of ``Synthesizer/latencyFrames``.
  public var limiter: Bool
  /// The noise floor: the peak level in dBFS below which released voices are freed, at most 0. At
  /// −∞ dB they sound to the end of their release.
  public var silence = Decibels(-126) {
    didSet { silence = Self.clamped(silence, to: Self.noiseFloors, or: -126) }
  }
  /// The quality of sample interpolation. Prepare presets by loaders with the same.
  public var interpolation: InterpolationQuality
  /// The kernels: the fastest, or those that are bit-identical on every machine.
  public var kernels: KernelChoice
  /// The amount of the vibrato that was removed from samples, 0…2, on all channels, until
  /// ``SynthesizerEvent/vibratoAmount(channel:amount:)`` or controller 77 change it.
  public var vibratoAmount: Float = 0 {
    didSet { vibratoAmount = Float(Self.clamped(Double(vibratoAmount), to: 0...2, or: 0)) }
  }
  /// The pitches of keys that the song does not tune, except for percussion; `nil` for equal
  /// temperament. Keys without a pitch are silent.
  public var tuning: KeyboardTuning?

  /// The frequency of A4, an octave around 440 Hz at most. It transposes all channels but
  /// percussion, in addition to the tunings of messages and to ``tuning``; resets keep it.
  public var referencePitch = FrequencyCalculation.concertPitch {
    didSet {
      referencePitch.hertz = Self.clamped(referencePitch.hertz, to: 220...880, or: 440)
    }
  }

  #if !hasFeature(Embedded)
    /// Whether a note-on ends the notes of the same key and channel, as on a Sound Canvas, instead
    /// of sounding beside them.
    public var endsRepeatedNotes = false
  #endif

  private static var sampleRates: ClosedRange<Double> { 8_000...384_000 }
  private static var voiceCounts: ClosedRange<Int> { 1...4_096 }
  private static var channelCounts: ClosedRange<Int> { 1...256 }
  private static var gains: ClosedRange<Double> { -.infinity...60 }
  private static var noiseFloors: ClosedRange<Double> { -.infinity...0 }

  /// Creates a configuration, with values clamped to their ranges.
  public init(
    sampleRate: Double = 48_000, maximumVoices: Int = 256, channelCount: Int = 16,
    gain: Decibels = Decibels(0), bankMode: BankMode? = nil, effects: Bool = true,
    limiter: Bool = false, tuning: KeyboardTuning? = nil,
    interpolation: InterpolationQuality = .doubled, kernels: KernelChoice = .fastest
  ) {
    self.sampleRate = Self.clamped(sampleRate, to: Self.sampleRates, or: 48_000)
    self.maximumVoices = Self.clamped(maximumVoices, to: Self.voiceCounts)
    self.channelCount = Self.clamped(channelCount, to: Self.channelCounts)
    self.gain = Self.clamped(gain, to: Self.gains, or: 0)
    self.bankMode = bankMode
    self.effects = effects
    self.limiter = limiter
    self.tuning = tuning
    self.interpolation = interpolation
    self.kernels = kernels
  }

  private static func clamped(_ value: Int, to range: ClosedRange<Int>) -> Int {
    min(max(value, range.lowerBound), range.upperBound)
  }

  /// Returns the nearest value of a range; `fallback` for NaN.
  private static func clamped(
    _ value: Double, to range: ClosedRange<Double>, or fallback: Double
  ) -> Double {
    value.isNaN ? fallback : min(max(value, range.lowerBound), range.upperBound)
  }

  private static func clamped(
    _ value: Decibels, to range: ClosedRange<Double>, or fallback: Double
  ) -> Decibels {
    Decibels(clamped(value.value, to: range, or: fallback))
  }

  /// The interval from 440 Hz to ``referencePitch``; exactly 0 by default.
  package var referenceCents: Double {
    referencePitch == FrequencyCalculation.concertPitch
      ? 0 : referencePitch.interval(from: FrequencyCalculation.concertPitch).value
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
