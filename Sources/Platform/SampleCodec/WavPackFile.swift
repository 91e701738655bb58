#if WavPack
  import CWavPack
  import PeachInstrumentModel

  /// A WavPack file in memory that libwavpack decodes. A hybrid file without its correction file is
  /// lossy, and files of DSD (1 bit) are rejected.
  struct WavPackFile: ~Copyable {
    /// The position of the library's reader.
    private struct Source {
      var bytes: UnsafeRawBufferPointer
      var position = 0

      /// Moves the position. Rejects positions outside the bytes, which a hostile file may request.
      mutating func move(by offset: Int64, from origin: Int) -> Int32 {
        let (target, overflow) = Int64(origin).addingReportingOverflow(offset)
        guard !overflow, (0...Int64(bytes.count)).contains(target) else { return -1 }
        position = Int(target)
        return 0
      }

      /// The number of frames of all whole blocks, damaged or not, by their headers (WavPack 4 & 5
      /// Binary File / Block Format, §2).
      var frameCount: Int64 {
        var frames: Range<Int64>?
        var offset = 0
        func number(_ field: Int) -> Int64 {
          let bits = bytes.loadUnaligned(fromByteOffset: offset + field, as: UInt32.self)
          return Int64(UInt32(littleEndian: bits))
        }
        while offset + 32 <= bytes.count, bytes[offset...].starts(with: "wvpk".utf8) {
          let (size, count) = (number(4) + 8, number(20))
          guard size >= 32, size <= Int64(bytes.count - offset) else { break }
          if count > 0 {
            let start = number(16) + Int64(bytes[offset + 10]) << 32
            let first = frames?.lowerBound ?? start
            frames = first..<max(frames?.upperBound ?? 0, start + count, first)
          }
          offset += Int(size)
        }
        return Int64(frames?.count ?? 0)
      }

      mutating func read(into destination: UnsafeMutableRawPointer?, count: Int32) -> Int32 {
        let taken = max(0, min(Int(count), bytes.count - position))
        guard let destination, let start = bytes.baseAddress, taken > 0 else { return 0 }
        destination.copyMemory(from: start + position, byteCount: taken)
        position += taken
        return Int32(taken)
      }
    }

    private let context: OpaquePointer
    private let source: UnsafeMutablePointer<Source>
    // libwavpack keeps the pointer until the file is closed.
    private let reader: UnsafeMutablePointer<WavpackStreamReader64>

    /// Opens a file. `bytes` must outlive this value.
    init(_ bytes: UnsafeRawBufferPointer) throws(SampleCodecError) {
      source = .allocate(capacity: 1)
      source.initialize(to: Source(bytes: bytes))
      reader = .allocate(capacity: 1)
      reader.initialize(to: Self.calls)
      // The library writes at most 80 characters (wputils.c, WavpackOpenFileInput).
      var message = [CChar](repeating: 0, count: 256)
      guard
        let context = WavpackOpenFileInputEx64(
          reader, source, nil, &message, OPEN_NORMALIZE, 0)
      else {
        source.deallocate()
        reader.deallocate()
        throw .undecodable(code: 0)
      }
      self.context = context
    }

    deinit {
      WavpackCloseFile(context)
      source.deallocate()
      reader.deallocate()
    }

    /// The callbacks. Their context is a pointer to a `Source`.
    private static var calls: WavpackStreamReader64 {
      WavpackStreamReader64(
        read_bytes: { WavPackFile.at($0)?.pointee.read(into: $1, count: $2) ?? 0 },
        write_bytes: { _, _, _ in 0 },
        get_pos: { Int64(WavPackFile.at($0)?.pointee.position ?? 0) },
        set_pos_abs: { WavPackFile.at($0)?.pointee.move(by: $1, from: 0) ?? -1 },
        set_pos_rel: { context, offset, mode in
          guard let source = WavPackFile.at(context) else { return -1 }
          let origin =
            switch mode {
            case 0: 0
            case 1: source.pointee.position
            default: source.pointee.bytes.count
            }
          return source.pointee.move(by: offset, from: origin)
        },
        push_back_byte: { context, byte in
          guard let source = WavPackFile.at(context), source.pointee.position > 0 else {
            return -1
          }
          source.pointee.position -= 1
          return byte
        },
        get_length: { Int64(WavPackFile.at($0)?.pointee.bytes.count ?? 0) },
        can_seek: { _ in 1 },
        truncate_here: { _ in -1 },
        close: { _ in 0 })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Source>? {
      context?.assumingMemoryBound(to: Source.self)
    }

    /// Decodes all frames. A damaged block is an error, because the library replaces it by silence,
    /// or leaves it out. A truncated file returns its available frames.
    borrowing func readAll(frameLimit: Int) throws(SampleCodecError) -> DecodedAudio {
      let channelCount = Int(WavpackGetNumChannels(context))
      let byteCount = Int(WavpackGetBytesPerSample(context))
      let isFloat = WavpackGetMode(context) & MODE_FLOAT != 0
      guard (1...256).contains(channelCount), (1...4).contains(byteCount) else {
        throw .undecodable(code: 0)
      }
      var blocks = try DecodedBlocks(
        sampleRate: Double(WavpackGetSampleRate(context)), channelCount: channelCount,
        declaredFrames: WavpackGetNumSamples64(context), frameLimit: frameLimit)
      var integers: [Int32] = []
      // Integers are aligned right, in whole bytes.
      let scale = 1 / Double(1 << (8 * byteCount - 1))
      let audio = try blocks.readAll { block, frameCount in
        let count = frameCount * channelCount
        if integers.count < count { integers = [Int32](repeating: 0, count: count) }
        let frames = Int(WavpackUnpackSamples(context, &integers, UInt32(frameCount)))
        for index in 0..<min(frames, frameCount) * channelCount {
          block[index] =
            isFloat
            ? Float(bitPattern: UInt32(bitPattern: integers[index]))
            : Float(Double(integers[index]) * scale)
        }
        return min(frames, frameCount)
      }
      let errorCount = Int(WavpackGetNumErrors(context))
      if errorCount > 0 { throw .undecodable(code: errorCount) }
      let frameCount = audio.values.count / channelCount
      if frameCount < source.pointee.frameCount {
        throw .undecodable(code: 1)
      }
      if frameCount == 0 && WavpackGetNumSamples64(context) != 0 { throw .undecodable(code: 0) }
      return audio
    }
  }
#endif
