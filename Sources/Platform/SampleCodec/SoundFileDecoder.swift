package import PeachInstrumentModel

#if SoundFile
  import CSoundFile
#else
  import PeachAudioDecoding
#endif

/// Decodes compressed samples and audio files with libsndfile: Ogg Vorbis (SF3), FLAC, WAV, AIFF,
/// CAF and all its other formats. Without the trait `SoundFile`, Peach's own decoder reads Ogg
/// Vorbis. Apple's ExtAudioFile then decodes what else it knows; on other systems Peach decodes
/// FLAC, and every other file throws `.noDecoder`. Without the trait `WavPack`, WavPack files throw
/// `.noWavPackDecoder`.
public enum SoundFileDecoder {
  /// Whether more than Ogg Vorbis and FLAC is decoded: Peach was built with the trait `SoundFile`,
  /// or for Apple's systems.
  public static var isAvailable: Bool {
    #if SoundFile || canImport(AudioToolbox)
      true
    #else
      false
    #endif
  }

  /// Whether WavPack files are decoded: Peach was built with the trait `WavPack`.
  public static var decodesWavPack: Bool {
    #if WavPack
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
    if bytes.starts(with: "wvpk".utf8) {
      #if WavPack
        return try WavPackFile(bytes).readAll(frameLimit: min(max(frameLimit, 0), 1 << 40))
      #else
        throw .noWavPackDecoder
      #endif
    }
    #if SoundFile
      var source = MemoryFile(reading: bytes)
      // libsndfile uses the pointer until the file is closed, before this function returns.
      return try withUnsafeMutablePointer(to: &source) { (source) throws(SampleCodecError) in
        let file = try SoundFile(source)
        // Larger than any memory, and small enough to prevent arithmetic overflow.
        return try file.readAll(frameLimit: min(max(frameLimit, 0), 1 << 40))
      }
    #elseif canImport(AudioToolbox)
      if VorbisDecoder.recognizes(bytes) {
        return try VorbisDecoder.decode(bytes, frameLimit: frameLimit)
      }
      var source = bytes
      return try withUnsafeMutablePointer(to: &source) { (source) throws(SampleCodecError) in
        try ExtendedAudioFile(source).readAll(frameLimit: min(max(frameLimit, 0), 1 << 40))
      }
    #else
      if VorbisDecoder.recognizes(bytes) {
        return try VorbisDecoder.decode(bytes, frameLimit: frameLimit)
      }
      if FLACDecoder.recognizes(bytes) {
        return try FLACDecoder.decode(bytes, frameLimit: frameLimit)
      }
      throw .noDecoder
    #endif
  }
}
