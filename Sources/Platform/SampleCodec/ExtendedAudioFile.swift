#if canImport(AudioToolbox) && !SoundFile
  import AudioToolbox
  import PeachInstrumentModel

  /// A file in memory that Apple's ExtAudioFile decodes: WAV, AIFF, CAF, FLAC, MP3 and AAC. Apple
  /// has no decoder of Ogg Vorbis: Peach's own one reads it. Checked against stubs elsewhere.
  struct ExtendedAudioFile: ~Copyable {
    private var file: AudioFileID?
    private var decoder: ExtAudioFileRef?

    /// Opens a file. `source` must outlive this value.
    init(_ source: UnsafeMutablePointer<UnsafeRawBufferPointer>) throws(SampleCodecError) {
      try Self.check(
        AudioFileOpenWithCallbacks(
          source, { Self.read($0, $1, $2, $3, $4) }, nil,
          { Int64($0.assumingMemoryBound(to: UnsafeRawBufferPointer.self).pointee.count) }, nil, 0,
          &file))
      guard let file else { throw .undecodable(code: 0) }
      try Self.check(ExtAudioFileWrapAudioFileID(file, false, &decoder))
    }

    deinit {
      if let decoder { ExtAudioFileDispose(decoder) }
      if let file { AudioFileClose(file) }
    }

    private static func read(
      _ context: UnsafeMutableRawPointer, _ position: Int64, _ requested: UInt32,
      _ destination: UnsafeMutableRawPointer, _ actual: UnsafeMutablePointer<UInt32>
    ) -> OSStatus {
      let bytes = context.assumingMemoryBound(to: UnsafeRawBufferPointer.self).pointee
      actual.pointee = 0
      guard position >= 0, position <= Int64(bytes.count), let start = bytes.baseAddress else {
        return kAudioFilePositionError
      }
      let count = min(Int(requested), bytes.count - Int(position))
      destination.copyMemory(from: start + Int(position), byteCount: count)
      actual.pointee = UInt32(count)
      return noErr
    }

    borrowing func readAll(frameLimit: Int) throws(SampleCodecError) -> DecodedAudio {
      guard let decoder else { throw .undecodable(code: 0) }
      var format = AudioStreamBasicDescription()
      var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
      try Self.check(
        ExtAudioFileGetProperty(decoder, kExtAudioFileProperty_FileDataFormat, &size, &format))
      var frames: Int64 = 0
      var frameSize = UInt32(MemoryLayout<Int64>.size)
      try Self.check(
        ExtAudioFileGetProperty(
          decoder, kExtAudioFileProperty_FileLengthFrames, &frameSize, &frames))
      let channels = format.mChannelsPerFrame
      var blocks = try DecodedBlocks(
        sampleRate: format.mSampleRate, channelCount: Int(channels), declaredFrames: frames,
        frameLimit: frameLimit)
      var client = AudioStreamBasicDescription(
        mSampleRate: format.mSampleRate, mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked,
        mBytesPerPacket: 4 * channels, mFramesPerPacket: 1, mBytesPerFrame: 4 * channels,
        mChannelsPerFrame: channels, mBitsPerChannel: 32, mReserved: 0)
      try Self.check(
        ExtAudioFileSetProperty(
          decoder, kExtAudioFileProperty_ClientDataFormat, size, &client))
      var status = noErr
      let audio = try blocks.readAll { block, frameCount in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: channels, mDataByteSize: UInt32(frameCount) * 4 * channels,
            mData: UnsafeMutableRawPointer(block)))
        var count = UInt32(frameCount)
        status = ExtAudioFileRead(decoder, &count, &list)
        return status == noErr ? Int(count) : 0
      }
      // A damaged file returns the frames before the damage.
      if audio.values.isEmpty { try Self.check(status) }
      return audio
    }

    private static func check(_ status: OSStatus) throws(SampleCodecError) {
      if status != noErr { throw .undecodable(code: Int(status)) }
    }
  }
#endif
