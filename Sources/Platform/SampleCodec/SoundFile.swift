#if SoundFile
  import CSoundFile
  import PeachInstrumentModel

  /// An open libsndfile file, closed at the end of this value's lifetime.
  struct SoundFile: ~Copyable {
    private let handle: OpaquePointer
    private let information: SF_INFO

    /// Opens an in-memory file. `source` must outlive this value.
    init(_ source: UnsafeMutablePointer<MemoryFile>) throws(SampleCodecError) {
      var calls = MemoryFile.calls
      var information = SF_INFO()
      guard let handle = sf_open_virtual(&calls, Int32(SFM_READ), &information, source) else {
        // The error number is shared by all threads: it may be that of another failure.
        throw .undecodable(code: Int(sf_error(nil)))
      }
      self.handle = handle
      self.information = information
    }

    deinit { sf_close(handle) }

    func readAll(frameLimit: Int) throws(SampleCodecError) -> DecodedAudio {
      let channelCount = Int(information.channels)
      guard channelCount > 0 && information.samplerate > 0 else { throw .undecodable(code: 0) }
      let limit = channelCount > 2 ? frameLimit / channelCount * 2 : frameLimit
      guard information.frames <= sf_count_t(limit) else {
        throw .tooLong(frames: Int(clamping: information.frames), limit: limit)
      }
      var audio = DecodedAudio(
        sampleRate: Double(information.samplerate), channelCount: channelCount, values: [])
      // The declared length is untrusted: at most a megabyte is reserved in advance.
      let reserved = Int(min(max(information.frames, 0), 1 << 18)) * channelCount
      audio.values.reserveCapacity(min(reserved, 1 << 18))
      // One frame more than the limit is requested, to detect a longer file.
      var frameCount = 0
      let blockFrames = max(1, 16_384 / channelCount)
      var block = [Float](repeating: 0, count: blockFrames * channelCount)
      while true {
        let requested = min(blockFrames, limit - frameCount + 1)
        let read = Int(sf_readf_float(handle, &block, sf_count_t(requested)))
        guard read > 0 else { break }
        frameCount += read
        guard frameCount <= limit else { throw .tooLong(frames: frameCount, limit: limit) }
        for index in 0..<read * channelCount where !block[index].isFinite { block[index] = 0 }
        audio.values += block[..<(read * channelCount)]
      }
      let failure = sf_error(handle)
      if frameCount == 0 && failure != 0 { throw .undecodable(code: Int(failure)) }
      return audio
    }
  }
#endif
