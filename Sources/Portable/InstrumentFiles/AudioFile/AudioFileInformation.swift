public import PeachInstrumentModel

/// What an audio file says about itself, read without decoding it: WAV, AIFF, CAF, FLAC and Ogg.
///
/// The file's bytes say which format it has, never its name. What is broken or absurd is left out;
/// nothing a file says is believed beyond its own end.
public struct AudioFileInformation: Hashable, Sendable {
  /// The format of an audio file.
  public enum Format: UInt8, CaseIterable, Sendable {
    /// RIFF or RF64 with the form WAVE.
    case wav
    /// FORM with the form AIFF or AIFC.
    case aiff
    /// Apple's Core Audio Format.
    case caf
    /// Free Lossless Audio Codec.
    case flac
    /// Ogg, with Vorbis in it.
    case ogg
  }

  /// Its format.
  public var format: Format
  /// Frames in a second, above zero.
  public var sampleRate: Double
  /// 1 for mono, 2 for stereo, …
  public var channelCount: Int
  /// How many frames there are, where the file says so; it may say more than there are.
  public var frameCount: Int?
  /// How plain frames are stored; nil where a decoder is needed.
  public var pulseCode: PCMLayout?
  /// What it says about itself as an instrument's note.
  public var note = RecordingChunks()

  /// What a whole file says; nil where it is no audio file that is known, or one that says neither
  /// how many channels nor how many frames in a second it has.
  ///
  /// ```swift
  /// AudioFileInformation(bytes)?.note.loop  // 105276..<331319
  /// ```
  public init?(_ file: UnsafeRawBufferPointer) {
    guard let format = Self.format(of: file) else { return nil }
    self.init(format: format)
    switch format {
    case .wav: readWAV(file)
    case .aiff: readAIFF(file)
    case .caf: readCAF(file)
    case .flac: readFLAC(file)
    case .ogg: readOgg(file)
    }
    let rates = 1.0...10_000_000
    guard rates.contains(sampleRate), (1...256).contains(channelCount) else { return nil }
    if let pulseCode {
      frameCount = pulseCode.frameCount
      if pulseCode.frameCount == 0 { self.pulseCode = nil }
    }
    if let count = frameCount { note.loop = note.loop.flatMap { Self.clamped($0, to: count) } }
  }

  private init(format: Format) {
    self.format = format
    sampleRate = 0
    channelCount = 0
  }

  private static func clamped(_ loop: Range<Int>, to count: Int) -> Range<Int>? {
    let inside = loop.clamped(to: 0..<max(count, 0))
    return inside.isEmpty ? nil : inside
  }

  /// The format of a file that begins with these bytes; nil where it is none of those known.
  public static func format(of file: UnsafeRawBufferPointer) -> Format? {
    let form = RecordingChunks.code(file, 8)
    switch RecordingChunks.code(file, 0) {
    case "RIFF" where form == "WAVE", "RF64" where form == "WAVE": return .wav
    case "FORM" where form == "AIFF" || form == "AIFC": return .aiff
    case "caff": return .caf
    case "fLaC": return .flac
    case "OggS": return .ogg
    default: return nil
    }
  }

  /// Plain frames of so many bits; nil for kinds that are not known.
  static func pcmFormat(bits: Int, isFloat: Bool, isUnsigned8: Bool) -> PCMLayout.Format? {
    switch (bits, isFloat) {
    case (1...8, false): isUnsigned8 ? .unsigned8 : .signed8
    case (9...16, false): .integer16
    case (17...24, false): .integer24
    case (25...32, false): .integer32
    case (32, true): .float32
    case (64, true): .float64
    default: nil
    }
  }
}
