package import PeachInstrumentModel

#if SoundFile
  import CSoundFile
#endif

/// Decodes compressed samples and audio files with libsndfile: Ogg Vorbis (SF3), FLAC, WAV, AIFF,
/// CAF and all its other formats. Without the trait `SoundFile`, Apple's ExtAudioFile decodes what it
/// knows, which excludes Ogg Vorbis; on other systems every file throws `.noDecoder`.
public enum SoundFileDecoder {
  /// Whether Peach was built with the trait `SoundFile`, or for Apple's systems.
  public static var isAvailable: Bool {
    #if SoundFile || canImport(AudioToolbox)
      true
    #else
      false
    #endif
  }

  /// Decodes a file in memory. Samples are nominally within −1…1; NaN and infinity become 0. The
  /// result has at most 2 · `frameLimit` samples: a file with more than `frameLimit` stereo frames,
  /// or half as many frames of four channels, is an error. The declared length is untrusted. A
  /// truncated file returns its available frames, and is an error only if it has none. Thread-safe;
  /// call on any thread but the audio thread.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, _ frameLimit: Int
  ) throws(SampleCodecError) -> DecodedAudio {
    #if SoundFile
      var source = MemoryFile(reading: bytes)
      // libsndfile uses the pointer until the file is closed, before this function returns.
      return try withUnsafeMutablePointer(to: &source) { (source) throws(SampleCodecError) in
        let file = try SoundFile(source)
        // Larger than any memory, and small enough to prevent arithmetic overflow.
        return try file.readAll(frameLimit: min(max(frameLimit, 0), 1 << 40))
      }
    #elseif canImport(AudioToolbox)
      if bytes.starts(with: "OggS".utf8) { throw .noDecoder }
      var source = bytes
      return try withUnsafeMutablePointer(to: &source) { (source) throws(SampleCodecError) in
        try ExtendedAudioFile(source).readAll(frameLimit: min(max(frameLimit, 0), 1 << 40))
      }
    #else
      throw .noDecoder
    #endif
  }
}
