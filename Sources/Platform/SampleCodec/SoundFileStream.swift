package import PeachAudioEncoding

#if SoundFile
  import CSoundFile
  import PeachPOSIX
#endif

/// Writes a stereo audio file with libsndfile, incrementally, to an open file. Use on one thread at
/// a time, not on the audio thread. Without the trait `SoundFile`, `init` throws
/// ``SampleEncodingError/noEncoder``.
package struct SoundFileStream: ~Copyable {
  /// A type of file, named by its extension.
  package enum Container: String, Hashable, Sendable, CaseIterable {
    case flac, ogg, opus, mp3, aiff, caf

    /// Whether samples are compressed with losses, from floating-point values.
    package var isLossy: Bool {
      switch self {
      case .ogg, .opus, .mp3: true
      case .flac, .aiff, .caf: false
      }
    }
  }

  /// The tags of a file.
  package enum Tag: Hashable, Sendable { case title, artist, software }

  private let format: WAVSampleFormat
  #if SoundFile
    private let handle: OpaquePointer
    private let file: UnsafeMutablePointer<DescriptorFile>
    private var isOpen = true
  #endif

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - descriptor: A file that is open for reading and writing. It stays open.
  ///   - format: The format of the samples that are written; ``WAVSampleFormat/float32`` if the
  ///     container is lossy. FLAC has no floating-point samples.
  ///   - quality: The quality of a lossy container, 0…1.
  /// - Throws: ``SampleEncodingError`` if the container does not support the format or sample rate.
  package init(
    descriptor: Int32, container: Container, sampleRate: Int, channelCount: Int = 2,
    format: WAVSampleFormat, quality: Double = 0.6, tags: KeyValuePairs<Tag, String> = [:]
  ) throws(SampleEncodingError) {
    #if SoundFile
      guard let rate = Int32(exactly: sampleRate), rate > 0,
        format == .float32 || !container.isLossy
      else { throw .notEncodable }
      var information = SF_INFO()
      information.samplerate = rate
      information.channels = Int32(clamping: channelCount)
      information.format = Self.code(of: container, format)
      guard sf_format_check(&information) != 0 else { throw .notEncodable }
      var calls = DescriptorFile.calls
      let file = UnsafeMutablePointer<DescriptorFile>.allocate(capacity: 1)
      file.initialize(to: DescriptorFile(descriptor))
      guard let handle = sf_open_virtual(&calls, Int32(SFM_WRITE), &information, file) else {
        // Errors other than the system's are those of encoders that refuse the sample rate.
        let code = file.pointee.failure
        file.deallocate()
        if code != 0 { errno = code }
        throw code != 0 ? .failed(code: Int(sf_error(nil))) : .notEncodable
      }
      self.handle = handle
      self.file = file
      self.format = format
      if container.isLossy {
        // libsndfile's compression level is 0 for the best quality.
        var quality = min(max(quality, 0), 1)
        var level = 1 - quality
        let size = Int32(MemoryLayout<Double>.size)
        if container == .ogg {
          sf_command(handle, Int32(SFC_SET_VBR_ENCODING_QUALITY), &quality, size)
        } else {
          sf_command(handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, size)
        }
      }
      for (tag, text) in tags where !text.isEmpty {
        sf_set_string(handle, Self.code(of: tag), text)
      }
    #else
      throw .noEncoder
    #endif
  }

  deinit {
    #if SoundFile
      if isOpen { sf_close(handle) }
      file.deallocate()
    #endif
  }

  /// Appends interleaved little-endian samples of the format. Returns `false` if the file cannot be
  /// written; `errno` tells why.
  package mutating func write(_ bytes: UnsafeRawPointer, frameCount: Int) -> Bool {
    #if SoundFile
      let isEncoded = encode(bytes, count: sf_count_t(frameCount))
      return isComplete && isEncoded
    #else
      return false
    #endif
  }

  #if SoundFile
    /// Whether all bytes of the encoder have been written. Otherwise, sets `errno`.
    private var isComplete: Bool {
      let code = file.pointee.failure
      if code != 0 { errno = code }
      return code == 0
    }

    private func encode(_ bytes: UnsafeRawPointer, count: sf_count_t) -> Bool {
      switch format {
      case .integer16:
        return sf_writef_short(handle, bytes.assumingMemoryBound(to: Int16.self), count) == count
      case .float32:
        return sf_writef_float(handle, bytes.assumingMemoryBound(to: Float.self), count) == count
      case .integer24:
        let frameCount = Int(count)
        // libsndfile takes the upper bits of 32.
        let samples = [Int32](unsafeUninitializedCapacity: 2 * frameCount) { samples, filled in
          for index in 0..<2 * frameCount {
            let low = UInt32(bytes.loadUnaligned(fromByteOffset: 3 * index, as: UInt16.self))
            let high = UInt32(bytes.load(fromByteOffset: 3 * index + 2, as: UInt8.self))
            samples[index] = Int32(bitPattern: (high << 16 | low) << 8)
          }
          filled = 2 * frameCount
        }
        return sf_writef_int(handle, samples, count) == count
      }
    }
  #endif

  /// Completes the file. Returns `false` if it cannot be written; `errno` tells why.
  package mutating func finish() -> Bool {
    #if SoundFile
      guard isOpen else { return true }
      isOpen = false
      let isClosed = sf_close(handle) == 0
      return isComplete && isClosed
    #else
      return false
    #endif
  }

  #if SoundFile
    private static func code(of container: Container, _ format: WAVSampleFormat) -> Int32 {
      let samples: Int =
        switch format {
        case .integer16: SF_FORMAT_PCM_16
        case .integer24: SF_FORMAT_PCM_24
        case .float32: SF_FORMAT_FLOAT
        }
      let code: Int =
        switch container {
        case .flac: SF_FORMAT_FLAC | samples
        case .ogg: SF_FORMAT_OGG | SF_FORMAT_VORBIS
        case .opus: SF_FORMAT_OGG | SF_FORMAT_OPUS
        case .mp3: SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III
        case .aiff: SF_FORMAT_AIFF | samples
        case .caf: SF_FORMAT_CAF | samples
        }
      return Int32(code)
    }

    private static func code(of tag: Tag) -> Int32 {
      switch tag {
      case .title: Int32(SF_STR_TITLE)
      case .artist: Int32(SF_STR_ARTIST)
      case .software: Int32(SF_STR_SOFTWARE)
      }
    }
  #endif
}
