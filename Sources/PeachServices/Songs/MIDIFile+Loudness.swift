public import PeachInstrumentModel
import PeachLoudness
public import PeachMIDIEvents
public import PeachMusicUnits
public import PeachSequencing

/// The loudness of a song (ITU-R BS.1770-4).
public struct SongLoudness: Hashable, Sendable {
  /// The integrated loudness in LUFS; −∞ for silence.
  public var integrated: Double
  /// The true peak in dBTP; −∞ for silence.
  public var truePeak: Double

  /// Creates measured values.
  public init(integrated: Double, truePeak: Double) {
    (self.integrated, self.truePeak) = (integrated, truePeak)
  }

  /// The highest true peak of a song that is changed to a loudness, in dBTP (EBU R 128).
  public static let highestTruePeak = -1.0

  /// Returns the change of gain to a loudness in LUFS: less if the true peak would exceed
  /// ``highestTruePeak``.
  ///
  /// ```swift
  /// SongLoudness(integrated: -23, truePeak: -6).gain(to: -16)  // 5 dB: to −18 LUFS, −1 dBTP
  /// ```
  public func gain(to target: Double) -> Decibels {
    guard integrated.isFinite, truePeak.isFinite else { return Decibels(0) }
    return Decibels(min(target - integrated, Self.highestTruePeak - truePeak))
  }
}

extension MIDIFile {
  /// Renders the song without a file and without a limiter, and measures its loudness.
  ///
  /// - Throws: `SampleCodecError`; `LoudnessError.notBuilt` without the trait `Loudness`.
  public func loudness(
    with bank: SoundBank, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(), processors: Int = 1,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> SongLoudness {
    try loudness(
      with: BankStack(bank), options: options, intonation: intonation,
      straightTones: straightTones, processors: processors, progress: progress)
  }

  /// Measures the loudness of the song with the presets of several banks, as with one.
  public func loudness(
    with banks: BankStack, options: RenderOptions = RenderOptions(),
    intonation: IntonationCache = IntonationCache(),
    straightTones: StraightToneCache = StraightToneCache(), processors: Int = 1,
    progress: (Double) throws -> Void = { _ in }
  ) throws -> SongLoudness {
    var options = options
    options.limiter = false
    let meter = try LoudnessMeter(sampleRate: options.sampleRate, isMono: options.isMono)
    _ = try renderBlocks(
      with: Self.banks(banks, options), options: options, intonation: intonation,
      straightTones: straightTones, processors: processors, progress: progress
    ) { left, right, count in
      try meter.add(left, right, count: count)
    }
    return SongLoudness(
      integrated: try meter.integrated(), truePeak: Decibels(amplitude: try meter.truePeak()).value)
  }
}
