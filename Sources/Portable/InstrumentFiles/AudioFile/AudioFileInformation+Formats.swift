import PeachInstrumentModel

// WAV, AIFF and CAF: files that consist of chunks.
extension AudioFileInformation {
  // RIFF Multimedia Programming Interface 1.0, “Waveform Audio File Format”.
  mutating func readWAV(_ file: UnsafeRawBufferPointer) {
    var data: Range<Int>?
    var layout: (format: PCMLayout.Format, isPacked: Bool)?
    for chunk in AudioFileChunk.chunks(file, .wav) {
      if chunk.code == "fmt ", chunk.count >= 14, channelCount == 0 {
        channelCount = chunk.integer(2, 2)
        sampleRate = Double(chunk.unsigned(4, 4))
        let blockAlign = chunk.integer(12, 2)
        let bits = chunk.count >= 16 ? chunk.integer(14, 2) : blockAlign * 8 / max(channelCount, 1)
        var tag = chunk.integer(0, 2)
        // In WAVE_FORMAT_EXTENSIBLE the format tag is the start of the subformat GUID.
        if tag == 0xFFFE, chunk.count >= 26 { tag = chunk.integer(24, 2) }
        if tag == 1 || tag == 3,
          let format = Self.pcmFormat(bits: bits, isFloat: tag == 3, isUnsigned8: true)
        {
          layout = (format, blockAlign == format.byteCount * channelCount)
        }
      } else if chunk.code == "data", data == nil {
        data = chunk.content
        missingByteCount = chunk.missingByteCount
      }
    }
    if let layout, layout.isPacked, channelCount > 0, let data {
      pcmLayout = PCMLayout(
        format: layout.format, isBigEndian: false, channelCount: channelCount, data: data)
    }
  }

  // Audio Interchange File Format 1.3, “Common Chunk” and “Sound Data Chunk”; AIFF-C, 1991.
  mutating func readAIFF(_ file: UnsafeRawBufferPointer) {
    var data: Range<Int>?
    var layout: (format: PCMLayout.Format, isBigEndian: Bool)?
    for chunk in AudioFileChunk.chunks(file, .aiff) {
      if chunk.code == "COMM", chunk.count >= 18, channelCount == 0 {
        channelCount = chunk.integer(0, 2)
        frameCount = chunk.integer(2, 4)
        sampleRate = Self.extended(exponent: chunk.integer(8, 2), mantissa: chunk.unsigned(10, 4))
        let isCompressed = file.fourCharacterCode(at: 8) == "AIFC" && chunk.count >= 22
        let encoding: FourCharacterCode = isCompressed ? chunk.code(at: 18) : "NONE"
        let isFloat = ["fl32", "FL32", "fl64", "FL64"].contains(encoding)
        if isFloat || ["NONE", "twos", "sowt"].contains(encoding),
          let format = Self.pcmFormat(
            bits: chunk.integer(6, 2), isFloat: isFloat, isUnsigned8: false)
        {
          layout = (format, encoding != "sowt")
        }
      } else if chunk.code == "SSND", chunk.count >= 8, data == nil {
        let offset = min(chunk.unsigned(0, 4), UInt64(chunk.count - 8))
        data = chunk.content.lowerBound + 8 + Int(offset)..<chunk.content.upperBound
        missingByteCount = chunk.missingByteCount
      }
    }
    if let layout, channelCount > 0, let data {
      let frameBytes = channelCount * layout.format.byteCount
      let frames = min(frameCount ?? 0, data.count / frameBytes)
      pcmLayout = PCMLayout(
        format: layout.format, isBigEndian: layout.isBigEndian, channelCount: channelCount,
        data: data.lowerBound..<data.lowerBound + frames * frameBytes)
    }
  }

  /// Returns the value of an 80-bit float from its first 48 bits, which suffice for sample rates.
  private static func extended(exponent: Int, mantissa: UInt64) -> Double {
    let power = exponent - 16383 - 31
    guard exponent & 0x8000 == 0, (-40...0).contains(power) else { return 0 }
    return Double(mantissa) / Double(UInt64(1) << UInt64(-power))
  }

  // Apple Core Audio Format Specification 1.0, “Audio Description Chunk” and “Audio Data Chunk”.
  mutating func readCAF(_ file: UnsafeRawBufferPointer) {
    for chunk in AudioFileChunk.chunks(file, .caf) {
      if chunk.code == "desc", chunk.count >= 32 {
        sampleRate = Double(bitPattern: chunk.unsigned(0, 8))
        channelCount = chunk.integer(24, 4)
        let flags = chunk.integer(12, 4)
        let format = Self.pcmFormat(
          bits: chunk.integer(28, 4), isFloat: flags & 1 != 0, isUnsigned8: false)
        if chunk.code(at: 8) == "lpcm", let format, (1...256).contains(channelCount),
          chunk.integer(16, 4) == format.byteCount * channelCount
        {
          pcmLayout = PCMLayout(
            format: format, isBigEndian: flags & 2 == 0, channelCount: channelCount, data: 0..<0)
        }
      } else if chunk.code == "data", chunk.count >= 4, let pulse = pcmLayout, pulse.data.isEmpty {
        // A 4-byte edit count precedes the frames.
        pcmLayout?.data = chunk.content.lowerBound + 4..<chunk.content.upperBound
        missingByteCount = chunk.missingByteCount
      }
    }
  }
}

// FLAC and Ogg Vorbis: files that need a decoder.
extension AudioFileInformation {
  // RFC 9639 §8.2 (STREAMINFO) and §8.4 (APPLICATION).
  mutating func readFLAC(_ file: UnsafeRawBufferPointer) {
    var offset = 4
    var foreign: [UInt8] = []
    for _ in 0..<4096 where offset + 4 <= file.count {
      let header = file.integer(offset, 1, isBigEndian: true)
      let size = file.integer(offset + 1, 3, isBigEndian: true)
      let start = offset + 4
      guard size <= file.count - start else { break }
      if header & 0x7F == 0, size >= 34 {
        let packed = file.unsigned(start + 10, 8, isBigEndian: true)
        sampleRate = Double(packed >> 44 & 0xF_FFFF)
        channelCount = Int(packed >> 41 & 7) + 1
        let frames = packed & 0xF_FFFF_FFFF
        frameCount = frames == 0 ? nil : Int(clamping: frames)
      } else if header & 0x7F == 2, size >= 12, file.fourCharacterCode(at: start) == "riff" {
        // `flac --keep-foreign-metadata` stores each chunk of a WAV file in a block.
        foreign += Self.sampler(file, start + 4..<start + size)
      }
      if header & 0x80 != 0 { break }
      offset = start + size
    }
    if foreign.isEmpty { return }
    note = (Array("RIFF____WAVE".utf8) + foreign).withUnsafeBytes { RecordingChunks($0) }
  }

  /// Returns a stored WAV chunk if it declares pitch or loop, else nothing.
  private static func sampler(_ file: UnsafeRawBufferPointer, _ range: Range<Int>) -> [UInt8] {
    let code = file.fourCharacterCode(at: range.lowerBound)
    guard code == "smpl" || code == "inst", range.count <= 4096 else { return [] }
    let bytes = Array(file[range])
    return bytes.count % 2 == 0 ? bytes : bytes + [0]
  }

  // RFC 3533 §6 (pages); Vorbis I §4.2.2 (identification header).
  mutating func readOgg(_ file: UnsafeRawBufferPointer) {
    let packet = 27 + file.integer(26, 1, isBigEndian: false)
    // Packet type 1, then “vorbis”.
    guard file.integer(packet, 1, isBigEndian: false) == 1,
      file.fourCharacterCode(at: packet + 1) == "vorb",
      file.fourCharacterCode(at: packet + 3) == "rbis"
    else { return }
    channelCount = file.integer(packet + 11, 1, isBigEndian: false)
    sampleRate = Double(file.unsigned(packet + 12, 4, isBigEndian: false))
    // Only the last page, which a damaged file lacks, gives the number of frames.
  }
}
