import PeachInstrumentModel

/// WAV, AIFF and CAF: files of chunks.
extension AudioFileInformation {
  // RIFF Multimedia Programming Interface 1.0, “Waveform Audio File Format”.
  mutating func readWAV(_ file: UnsafeRawBufferPointer) {
    var data: Range<Int>?
    var kind: (format: PCMLayout.Format, isWhole: Bool)?
    for (code, content) in RecordingChunks.chunks(file, isBigEndian: false) {
      func number(_ offset: Int, _ count: Int) -> Int {
        RecordingChunks.number(file, content.lowerBound + offset, count, isBigEndian: false)
      }
      if code == "fmt ", content.count >= 14, channelCount == 0 {
        channelCount = number(2, 2)
        sampleRate = Double(
          RecordingChunks.unsigned(file, content.lowerBound + 4, 4, isBigEndian: false))
        let bits = content.count >= 16 ? number(14, 2) : number(12, 2) * 8 / max(channelCount, 1)
        var tag = number(0, 2)
        // The extensible kind has the tag proper at the head of a longer name.
        if tag == 0xFFFE, content.count >= 26 { tag = number(24, 2) }
        if tag == 1 || tag == 3,
          let format = Self.pcmFormat(bits: bits, isFloat: tag == 3, isUnsigned8: true)
        {
          kind = (format, number(12, 2) == format.byteCount * channelCount)
        }
      } else if code == "data", data == nil {
        data = content
      }
    }
    if let kind, kind.isWhole, channelCount > 0, let data {
      pulseCode = PCMLayout(
        format: kind.format, isBigEndian: false, channelCount: channelCount, data: data)
    }
    note = RecordingChunks(file)
  }

  // Audio Interchange File Format 1.3, “Common Chunk” and “Sound Data Chunk”; AIFF-C, 1991.
  mutating func readAIFF(_ file: UnsafeRawBufferPointer) {
    var data: Range<Int>?
    var kind: (format: PCMLayout.Format, isBigEndian: Bool)?
    for (code, content) in RecordingChunks.chunks(file, isBigEndian: true) {
      func number(_ offset: Int, _ count: Int) -> Int {
        RecordingChunks.number(file, content.lowerBound + offset, count, isBigEndian: true)
      }
      func unsigned(_ offset: Int) -> UInt64 {
        RecordingChunks.unsigned(file, content.lowerBound + offset, 4, isBigEndian: true)
      }
      if code == "COMM", content.count >= 18, channelCount == 0 {
        channelCount = number(0, 2)
        frameCount = Int(clamping: unsigned(2))
        sampleRate = Self.extended(exponent: number(8, 2), fraction: unsigned(10))
        let bits = number(6, 2)
        let isCompressed = RecordingChunks.code(file, 8) == "AIFC" && content.count >= 22
        let coding: FourCharacterCode =
          isCompressed ? RecordingChunks.code(file, content.lowerBound + 18) : "NONE"
        let isFloat = coding == "fl32" || coding == "FL32" || coding == "fl64" || coding == "FL64"
        if coding == "NONE" || coding == "twos" || coding == "sowt" || isFloat,
          let format = Self.pcmFormat(bits: bits, isFloat: isFloat, isUnsigned8: false)
        {
          kind = (format, coding != "sowt")
        }
      } else if code == "SSND", content.count >= 8, data == nil {
        // Some writers let the frames begin later.
        let late = min(unsigned(0), UInt64(content.count - 8))
        data = content.lowerBound + 8 + Int(late)..<content.upperBound
      }
    }
    if let kind, channelCount > 0, let data {
      let frameBytes = channelCount * kind.format.byteCount
      let frames = min(frameCount ?? 0, data.count / frameBytes)
      let end = data.lowerBound + frames * frameBytes
      pulseCode = PCMLayout(
        format: kind.format, isBigEndian: kind.isBigEndian, channelCount: channelCount,
        data: data.lowerBound..<end)
    }
    note = RecordingChunks(file)
  }

  /// A number of 80 bits as AIFF has its rates, from its first 48: no rate needs more.
  private static func extended(exponent: Int, fraction: UInt64) -> Double {
    let power = exponent - 16383 - 31
    guard exponent & 0x8000 == 0, (-40...0).contains(power) else { return 0 }
    return Double(fraction) / Double(UInt64(1) << UInt64(-power))
  }

  // Apple Core Audio Format Specification 1.0, “Audio Description Chunk” and “Audio Data Chunk”.
  mutating func readCAF(_ file: UnsafeRawBufferPointer) {
    var place = 8
    var count = 0
    while place + 12 <= file.count, count < 4096 {
      count += 1
      let code = RecordingChunks.code(file, place)
      let size = Int64(
        bitPattern: RecordingChunks.unsigned(file, place + 4, 8, isBigEndian: true))
      let start = place + 12
      // −1 means: to the end of the file, and is for data alone.
      guard size >= 0 || (size == -1 && code == "data") else { break }
      let isWhole = size >= 0 && size <= Int64(file.count - start)
      let end = isWhole ? start + Int(size) : file.count
      readCAF(file, code, start..<end)
      place = end
    }
    note = RecordingChunks(file)
  }

  private mutating func readCAF(
    _ file: UnsafeRawBufferPointer, _ code: FourCharacterCode, _ content: Range<Int>
  ) {
    func number(_ offset: Int, _ count: Int) -> Int {
      RecordingChunks.number(file, content.lowerBound + offset, count, isBigEndian: true)
    }
    if code == "desc", content.count >= 32 {
      sampleRate = Double(
        bitPattern: RecordingChunks.unsigned(file, content.lowerBound, 8, isBigEndian: true))
      channelCount = number(24, 4)
      let flags = number(12, 4)
      let format = Self.pcmFormat(
        bits: number(28, 4), isFloat: flags & 1 != 0, isUnsigned8: false)
      if RecordingChunks.code(file, content.lowerBound + 8) == "lpcm", let format,
        (1...256).contains(channelCount), number(16, 4) == format.byteCount * channelCount
      {
        pulseCode = PCMLayout(
          format: format, isBigEndian: flags & 2 == 0, channelCount: channelCount, data: 0..<0)
      }
    } else if code == "data", content.count >= 4, let pulse = pulseCode, pulse.data.isEmpty {
      // Four bytes that count the edits come before the frames.
      pulseCode?.data = content.lowerBound + 4..<content.upperBound
    }
  }
}
