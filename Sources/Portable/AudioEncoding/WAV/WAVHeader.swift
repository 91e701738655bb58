/// The part of a WAV file before its first frame.
/// Sources: "Multimedia Programming Interface and Data Specifications 1.0" (RIFF, `fmt `, `data`),
/// "New Multimedia Data Types and Data Techniques" (`fact`, float), "Multiple Channel Audio Data
/// and WAVE Files" (WAVE_FORMAT_EXTENSIBLE), EBU Tech 3306 (RF64). All values are little-endian.
package struct WAVHeader: Sendable {
  package var sampleRate: UInt32
  package var channelCount: UInt16
  package var format: WAVSampleFormat
  /// The maximum size of a file with 32-bit sizes; smaller only in tests.
  package var maxRIFFSize: UInt64 = 0xFFFF_FFFF

  package init(sampleRate: UInt32, channelCount: UInt16, format: WAVSampleFormat) {
    (self.sampleRate, self.channelCount, self.format) = (sampleRate, channelCount, format)
  }

  package var bytesPerFrame: Int { Int(channelCount) * format.byteCount }

  /// Returns the header of a file of `frameCount` frames. Its length is constant.
  package func bytes(frameCount: Int) -> [UInt8] {
    let dataSize = UInt64(frameCount) * UInt64(bytesPerFrame)
    let formatChunk = formatChunk
    let factSize: UInt64 = format == .float32 ? 12 : 0
    // "WAVE", the reserved chunk, the chunks below, and the data with its pad byte.
    let riffSize = 4 + 36 + UInt64(formatChunk.count) + factSize + 8 + dataSize + (dataSize & 1)
    let isLarge = riffSize + 8 > maxRIFFSize

    var bytes: [UInt8] = []
    bytes.append(text: isLarge ? "RF64" : "RIFF")
    bytes.append(isLarge ? UInt32.max : UInt32(riffSize))
    bytes.append(text: "WAVE")
    // Reserved for 64-bit sizes (Tech 3306 §3.5).
    bytes.append(text: isLarge ? "ds64" : "JUNK")
    bytes.append(UInt32(28))
    bytes.append(isLarge ? riffSize : 0)
    bytes.append(isLarge ? dataSize : 0)
    bytes.append(isLarge ? UInt64(frameCount) : 0)
    bytes.append(UInt32(0))
    bytes += formatChunk
    if format == .float32 {
      bytes.append(text: "fact")
      bytes.append(UInt32(4))
      bytes.append(isLarge ? UInt32.max : UInt32(clamping: frameCount))
    }
    bytes.append(text: "data")
    bytes.append(isLarge ? UInt32.max : UInt32(dataSize))
    return bytes
  }

  /// The format chunk: WAVE_FORMAT_EXTENSIBLE for more than two channels or 16 bits.
  private var formatChunk: [UInt8] {
    let isExtensible = channelCount > 2 || format == .integer24
    let tag: UInt16 = format == .float32 ? 3 : 1
    var bytes: [UInt8] = []
    bytes.append(text: "fmt ")
    bytes.append(UInt32(isExtensible ? 40 : format == .float32 ? 18 : 16))
    bytes.append(isExtensible ? 0xFFFE : tag)
    bytes.append(channelCount)
    bytes.append(sampleRate)
    bytes.append(UInt32(truncatingIfNeeded: Int(sampleRate) * bytesPerFrame))
    bytes.append(UInt16(bytesPerFrame))
    bytes.append(UInt16(format.byteCount * 8))
    if isExtensible {
      bytes.append(UInt16(22))
      bytes.append(UInt16(format.byteCount * 8))
      // Speaker positions: front center; front left and right; unspecified.
      bytes.append(channelCount == 1 ? UInt32(4) : channelCount == 2 ? 3 : 0)
      // KSDATAFORMAT_SUBTYPE_PCM and …_IEEE_FLOAT begin with the plain tag.
      bytes.append(tag)
      bytes += [0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
    } else if format == .float32 {
      bytes.append(UInt16(0))
    }
    return bytes
  }
}

extension [UInt8] {
  fileprivate mutating func append(text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
