import PeachInstrumentModel

#if !hasFeature(Embedded)
  /// The properties of a WavPack file, from the headers and the metadata of its blocks (WavPack 4 &
  /// 5 Binary File / Block Format, 2020: §2 “Block Header”, §3 “Metadata Sub-Blocks”).
  package struct WavPackBlocks {
    /// The sample rate in hertz; 0 if there is no block.
    private(set) var sampleRate = 0.0
    /// The number of channels; 0 if there is no block, or if it has DSD.
    private(set) var channelCount = 0
    /// The declared number of frames, or else that of the blocks.
    private(set) var frameCount = 0
    /// The number of bytes of unpacked frames that the file declares and lacks.
    private(set) var missingByteCount: UInt64 = 0
    /// Whether the file is lossy: the library does not read the correction file next to it.
    package private(set) var isHybrid = false
    /// The RIFF chunks before and after the frames.
    private var header: [UInt8] = []
    private var trailer: [UInt8] = []

    private static var headerSize: Int { 32 }
    /// The maximum size of a wrapper, in bytes. Broadcast files have texts before the frames.
    private static var wrapperLimit: Int { 1 << 20 }
    private static var rates: [Double] {
      [
        6000, 8000, 9600, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 64_000,
        88_200, 96_000, 192_000,
      ]
    }

    /// Reads the headers of all blocks, up to the first that is damaged or cut off.
    package init(_ file: UnsafeRawBufferPointer) {
      var declared: UInt64?
      var end: UInt64 = 0
      var sampleBytes: UInt64 = 1
      var offset = 0
      while offset + Self.headerSize <= file.count, file.fourCharacterCode(at: offset) == "wvpk" {
        let size = file.integer(offset + 4, 4, isBigEndian: false)
        let flags = file.unsigned(offset + 24, 4, isBigEndian: false)
        if offset == 0 {
          let low = file.unsigned(12, 4, isBigEndian: false)
          // All ones in the lower 32 bits mean that the number is unknown.
          if low != 0xFFFF_FFFF {
            let high = file.unsigned(11, 1, isBigEndian: false)
            declared = low + high << 32 - high
          }
          channelCount = flags & 4 != 0 ? 1 : 2
          let rate = Int(flags >> 23 & 15)
          sampleRate = rate < Self.rates.count ? Self.rates[rate] : 44_100
          isHybrid = flags & 8 != 0
          sampleBytes = flags & 3 + 1
          // DSD, samples of 1 bit, is not read.
          if flags >> 31 & 1 == 1 {
            channelCount = 0
            return
          }
        }
        guard size >= Self.headerSize - 8, size <= file.count - offset - 8 else {
          readMetadata(file, offset + Self.headerSize..<file.count, isFirst: offset == 0)
          break
        }
        readMetadata(
          file, offset + Self.headerSize..<offset + 8 + size, isFirst: offset == 0)
        let index =
          file.unsigned(offset + 16, 4, isBigEndian: false)
          + file.unsigned(offset + 10, 1, isBigEndian: false) << 32
        let count = file.unsigned(offset + 20, 4, isBigEndian: false)
        if count > 0 { end = max(end, index + count) }
        offset += 8 + size
      }
      frameCount = Int(clamping: declared ?? end)
      if let declared, declared > end {
        missingByteCount = (declared - end) * sampleBytes * UInt64(channelCount)
      }
    }

    /// Reads the sub-blocks of a block. Those of the first block determine channels and rate.
    private mutating func readMetadata(
      _ file: UnsafeRawBufferPointer, _ range: Range<Int>, isFirst: Bool
    ) {
      var offset = range.lowerBound
      while offset + 2 <= range.upperBound {
        let id = file[offset]
        // The size in words of 16 bits, of one byte or of three.
        let sizeBytes = id & 0x80 == 0 ? 1 : 3
        let words = file.integer(offset + 1, sizeBytes, isBigEndian: false)
        let start = offset + 1 + sizeBytes
        guard start <= range.upperBound, 2 * words <= range.upperBound - start else { return }
        let count = max(2 * words - Int(id >> 6 & 1), 0)
        let content = start..<start + count
        switch id & 0x3F {
        case 0x0D where isFirst && count >= 6:
          channelCount =
            file.integer(start, 1, isBigEndian: false)
            + (file.integer(start + 2, 1, isBigEndian: false) & 15) << 8 + 1
        case 0x0D where isFirst && count >= 1:
          channelCount = file.integer(start, 1, isBigEndian: false)
        case 0x27 where isFirst && (count == 3 || count == 4):
          sampleRate = Double(file.unsigned(start, count, isBigEndian: false) & 0x7FFF_FFFF)
        case 0x21 where header.count + count <= Self.wrapperLimit: header += file[content]
        case 0x22 where trailer.count + count <= Self.wrapperLimit: trailer += file[content]
        default: break
        }
        offset = start + 2 * words
      }
    }

    /// Pitch, loop, ranges and gain of the chunks of the WAV file that was compressed.
    var chunks: RecordingChunks {
      var header = header
      // The header ends with that of the data, and the trailer may begin with a pad byte.
      if header.count >= 20, header[(header.count - 8)...].starts(with: "data".utf8) {
        header.removeLast(8)
      }
      return (header + trailer[(trailer.first == 0 ? 1 : 0)...]).withUnsafeBytes { bytes in
        AudioFileInformation.format(of: bytes) == .wav ? RecordingChunks(bytes) : RecordingChunks()
      }
    }
  }

  extension AudioFileInformation {
    mutating func readWavPack(_ file: UnsafeRawBufferPointer) {
      let blocks = WavPackBlocks(file)
      sampleRate = blocks.sampleRate
      channelCount = blocks.channelCount
      frameCount = blocks.frameCount
      missingByteCount = blocks.missingByteCount
    }
  }
#endif
