public import PeachMusicUnits

/// What a synthesizer is made for; fixed for its life.
public struct SynthesizerConfiguration: Hashable, Sendable {
  /// Frames in a second; 8,000 through 384,000.
  public var sampleRate: Double
  /// How many voices sound at once before the least audible one is faded out; 1 through 4,096.
  public var maximumVoices: Int
  /// How many MIDI channels it has; 1 through 256.
  public var channelCount: Int
  /// The level of the whole. At 0 dB one full-scale sample in the middle peaks at −3 dBFS.
  public var gain: Decibels
  /// The level at which songs are rendered, and plug-ins play: −14 dB leave room for many notes at
  /// once.
  public static var songGain: Decibels { Decibels(-14) }
  /// How bank select is read, whatever a song says; nil to begin with GS and go with the song.
  public var bankMode: BankMode?
  /// Whether it has a reverb and a chorus. They cost nothing until something is sent to them.
  public var effects: Bool
  /// Whether the output is kept below −0.1 dBFS, at the price of 1.5 ms (``Synthesizer/latencyFrames``).
  public var limiter: Bool

  /// Where a voice that was let go ends: when its loudest is below that, full scale being 0 dB. At
  /// −126 dB nothing is lost to whoever raises the level later.
  public var silence = Decibels(-126)

  /// How carefully recordings are read between their frames.
  public var interpolation: InterpolationQuality

  /// Which inner loops it computes with: the fastest, or those whose bits are the same everywhere.
  public var kernels: KernelChoice

  /// The pitches of the keys where no song tunes them: all channels but percussion; nil for equal
  /// temperament. A key without a pitch plays nothing.
  public var tuning: KeyboardTuning?

  /// A configuration with these values; others than the ranges allow are brought within them.
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
}
