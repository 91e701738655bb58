package import PeachInstrumentModel

#if SoundFile
  import CSoundFile
#endif

/// A failure to compress a sample.
package enum SampleEncodingError: Error, Hashable, Sendable {
  /// Peach was built without the trait `SoundFile`.
  case noEncoder
  /// The audio has no frames, no channels, or a sample rate that is not a positive integer.
  case notEncodable
  /// libsndfile failed with this error number.
  case failed(code: Int)
}

/// Compresses samples to Ogg Vorbis with libsndfile, for SF3 banks. Without the trait `SoundFile`
/// it throws ``SampleEncodingError/noEncoder``.
package enum SoundFileEncoder {
  /// Whether Peach was built with the trait `SoundFile`.
  package static var isAvailable: Bool {
    #if SoundFile
      true
    #else
      false
    #endif
  }

  /// Encodes audio as an Ogg Vorbis file, with frame positions preserved, to equal bytes each time.
  /// `quality` is 0…1; 0.5 is about 160 kbit/s for 44.1 kHz stereo. Not for the audio thread.
  package static func vorbis(
    _ audio: DecodedAudio, quality: Double = 0.5
  ) throws(SampleEncodingError) -> [UInt8] {
    #if SoundFile
      guard audio.channelCount > 0, audio.channelCount <= 255, !audio.values.isEmpty,
        audio.values.count.isMultiple(of: audio.channelCount),
        let rate = Int32(exactly: audio.sampleRate), rate > 0
      else { throw .notEncodable }
      var output = MemoryFile()
      try withUnsafeMutablePointer(to: &output) { (output) throws(SampleEncodingError) in
        try write(audio, rate: rate, quality: min(max(quality, 0), 1), to: output)
      }
      return OggPages.renumbered(output.output)
    #else
      throw .noEncoder
    #endif
  }

  #if SoundFile
    private static func write(
      _ audio: DecodedAudio, rate: Int32, quality: Double,
      to output: UnsafeMutablePointer<MemoryFile>
    ) throws(SampleEncodingError) {
      var calls = MemoryFile.calls
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
      // The codec copies its input to the stack.
      let blockFrames = 1024
      var done = 0
      while done < frameCount {
        let count = min(blockFrames, frameCount - done)
        let written = audio.values.withUnsafeBufferPointer { values in
          values.baseAddress.map {
            sf_writef_float(file, $0 + done * audio.channelCount, sf_count_t(count))
          } ?? 0
        }
        if written != sf_count_t(count) { break }
        done += count
      }
      let failure = sf_error(file)
      // Closing the file writes the last pages.
      let closing = sf_close(file)
      if done < frameCount || failure != 0 { throw .failed(code: Int(failure)) }
      if closing != 0 { throw .failed(code: Int(closing)) }
    }
  #endif
}
