public import PeachInstrumentModel

#if SoundFile
  import CSoundFile
#endif

/// Why a sample could not be compressed.
public enum SampleEncodingError: Error, Hashable, Sendable {
  /// This build has no encoder.
  case noEncoder
  /// Audio that no file can hold: no frames, no channels, or a sample rate that is not a whole
  /// number above zero.
  case notEncodable
  /// What the library said; its own error number.
  case failed(code: Int)
}

/// Compresses samples with libsndfile: Ogg Vorbis, as SF3 banks have it.
///
/// Without the trait `SoundFile` it throws ``SampleEncodingError/noEncoder``.
public enum SoundFileEncoder {
  /// True where this build can encode.
  public static var isAvailable: Bool { SoundFileDecoder.isAvailable }

  /// An Ogg Vorbis file of as many frames, at the same places. The same audio gives the same bytes.
  ///
  /// `quality` from 0 to 1 is the codec's own; 0.5 is about 160 kbit/s for 44.1 kHz stereo. Any
  /// thread but the audio thread.
  ///
  /// ```swift
  /// let audio = DecodedAudio(sampleRate: 44_100, channelCount: 1, values: frames)
  /// let file = try SoundFileEncoder.vorbis(audio, quality: 0.6)
  /// sample.recording = .compressed(StoredBytes(copying: file))
  /// ```
  public static func vorbis(
    _ audio: DecodedAudio, quality: Double = 0.5
  ) throws(SampleEncodingError) -> [UInt8] {
    #if SoundFile
      guard audio.channelCount > 0, audio.channelCount <= 255, !audio.values.isEmpty,
        audio.values.count.isMultiple(of: audio.channelCount),
        let rate = Int32(exactly: audio.sampleRate), rate > 0
      else { throw .notEncodable }
      var output = MemoryOutput()
      try withUnsafeMutablePointer(to: &output) { (output) throws(SampleEncodingError) in
        try write(audio, rate: rate, quality: min(max(quality, 0), 1), to: output)
      }
      return OggPages.renumbered(output.bytes)
    #else
      throw .noEncoder
    #endif
  }

  #if SoundFile
    private static func write(
      _ audio: DecodedAudio, rate: Int32, quality: Double,
      to output: UnsafeMutablePointer<MemoryOutput>
    ) throws(SampleEncodingError) {
      var calls = MemoryOutput.calls
      var information = SF_INFO()
      information.samplerate = rate
      information.channels = Int32(audio.channelCount)
      information.format = Int32(SF_FORMAT_OGG) | Int32(SF_FORMAT_VORBIS)
      guard let file = sf_open_virtual(&calls, Int32(SFM_WRITE), &information, output) else {
        throw .failed(code: Int(sf_error(nil)))
      }
      var quality = quality
      sf_command(
        file, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, Int32(MemoryLayout<Double>.size))
      let frameCount = audio.values.count / audio.channelCount
      // The codec takes what it is given onto its stack.
      let pieceFrames = 1024
      var done = 0
      while done < frameCount {
        let count = min(pieceFrames, frameCount - done)
        let written = audio.values.withUnsafeBufferPointer { values in
          values.baseAddress.map {
            sf_writef_float(file, $0 + done * audio.channelCount, sf_count_t(count))
          } ?? 0
        }
        if written != sf_count_t(count) { break }
        done += count
      }
      let failure = sf_error(file)
      // The last pages are written when it is closed.
      let closing = sf_close(file)
      if done < frameCount || failure != 0 { throw .failed(code: Int(failure)) }
      if closing != 0 { throw .failed(code: Int(closing)) }
    }
  #endif
}
