public import PeachInstrumentModel

#if SoundFile
  import CSoundFile
#endif

/// Decodes compressed samples and audio files with libsndfile: Ogg Vorbis (SF3), FLAC, WAV, AIFF,
/// CAF and what else it knows.
///
/// Hand `SoundFileDecoder.decode` in wherever a ``SampleDecoder`` is asked for. Without the trait
/// `SoundFile` it throws `.noDecoder`.
public enum SoundFileDecoder {
  /// True where this build can decode.
  public static var isAvailable: Bool {
    #if SoundFile
      true
    #else
      false
    #endif
  }

  /// All of one file in memory, as values nominally within −1…1; what is not a number becomes 0.
  ///
  /// More than `frameLimit` frames are an error, as is half as many of four channels, and so on:
  /// the result never has more than 2 · `frameLimit` values, and no length that a file claims is
  /// believed before so many frames have come out of it. A file that ends too early gives what there
  /// is, unless that is nothing. Any thread but the audio thread, several at a time.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, _ frameLimit: Int
  ) throws(SampleDecodingError) -> DecodedAudio {
    #if SoundFile
      var source = MemoryFile(bytes: bytes)
      // libsndfile keeps the pointer until it closes the file, which is before this returns.
      return try withUnsafeMutablePointer(to: &source) { (source) throws(SampleDecodingError) in
        let file = try SoundFile(source)
        // Far beyond any memory, and far from where sums overflow.
        return try file.readAll(frameLimit: min(max(frameLimit, 0), 1 << 40))
      }
    #else
      throw .noDecoder
    #endif
  }
}
