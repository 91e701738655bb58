import PeachSampleCodec

/// A type of audio file, named by its extension. All but WAV need the trait `SoundFile`.
public enum AudioFileType: String, Hashable, Sendable, CaseIterable {
  /// WAV, or RF64 from 4 GiB.
  case wav
  /// FLAC, of 16 or 24 bits.
  case flac
  /// Ogg Vorbis.
  case ogg
  /// Ogg Opus, at 8, 12, 16, 24 or 48 kHz.
  case opus
  /// MPEG-1 or MPEG-2, layer III.
  case mp3
  /// AIFF, or AIFC with floating-point samples.
  case aiff
  /// Apple's Core Audio Format.
  case caf

  /// Returns the type of a path by its extension (case-insensitive); `nil` if it is not known.
  ///
  /// ```swift
  /// AudioFileType(ofPath: "suite.FLAC")  // .flac
  /// ```
  public init?(ofPath path: String) {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    let aliases: [String: AudioFileType] = ["aif": .aiff, "oga": .ogg, "wave": .wav]
    guard let type = AudioFileType(rawValue: ending) ?? aliases[ending] else { return nil }
    self = type
  }

  /// Whether samples are compressed with losses.
  public var isLossy: Bool { container?.isLossy ?? false }

  var container: SoundFileStream.Container? { SoundFileStream.Container(rawValue: rawValue) }
}
