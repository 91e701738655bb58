public import PeachFileBytes
public import PeachInstrumentModel
public import PeachMusicUnits
public import PeachSynthesis

/// How a song is rendered.
public struct RenderOptions: Hashable, Sendable {
  /// Frames in a second.
  public var sampleRate = 48_000
  /// How samples are stored.
  public var format = WAVWriter.SampleFormat.integer16
  /// The level of the whole. Songs sound many notes at once: −14 dB leaves room for them.
  public var gain = SynthesizerConfiguration.songGain
  /// How many voices sound at once at most.
  public var maximumVoices = 256
  /// Whether the reverb and the chorus that the song and the bank ask for are heard.
  public var effects = true
  /// Whether what the bank's recordings are out of tune is corrected; see ``IntonationCache``.
  public var inTune = false
  /// Whether peaks are kept below −0.1 dBFS; without it what is too loud is clipped.
  public var limiter = true

  /// How carefully recordings are read between their frames.
  public var interpolation = InterpolationQuality.sinc16

  /// Whether the bits are to be the same on every machine, or all is to be as fast as here it can.
  public var kernels = KernelChoice.fastest

  /// The pitches of the keys; nil for equal temperament at 440 Hz.
  public var tuning: KeyboardTuning?

  /// 48 kHz, 16 bits, −14 dB, 256 voices, effects and limiter; tuned as the bank is, in equal
  /// temperament.
  public init() {}

  /// The synthesizer for it. In 16 bits a voice that was let go ends at −108 dB of full scale, an
  /// eighth of a step: what is rounded away need not be computed.
  var configuration: SynthesizerConfiguration {
    var configuration = SynthesizerConfiguration(
      sampleRate: Double(sampleRate), maximumVoices: maximumVoices, gain: gain, effects: effects,
      limiter: limiter, tuning: tuning, interpolation: interpolation, kernels: kernels)
    if format == .integer16 { configuration.silence = Decibels(-108) }
    return configuration
  }
}

/// What became of a rendering.
public struct RenderSummary: Hashable, Sendable {
  /// Frames in the file.
  public var frameCount: Int
  /// Frames of the song itself, without what still sounded after its end.
  public var songFrameCount: Int
  /// Frames in a second.
  public var sampleRate: Int
  /// The largest absolute value, 1 being full scale.
  public var peak: Float
  /// Frames that were beyond full scale and were held to it.
  public var clippedFrameCount: Int
  /// Presets that the song asked for and the bank does not have.
  public var missingPresets: [PresetIdentifier]
  /// What was wrong in the MIDI file and could be lived with.
  public var warnings: [String]
}
