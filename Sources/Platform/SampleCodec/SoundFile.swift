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
      var blocks = try DecodedBlocks(
        sampleRate: Double(information.samplerate), channelCount: Int(information.channels),
        declaredFrames: information.frames, frameLimit: frameLimit)
      let audio = try blocks.readAll { block, frameCount in
        Int(sf_readf_float(handle, block, sf_count_t(frameCount)))
      }
      let failure = sf_error(handle)
      if audio.values.isEmpty && failure != 0 { throw .undecodable(code: Int(failure)) }
      return audio
    }
  }
#endif
