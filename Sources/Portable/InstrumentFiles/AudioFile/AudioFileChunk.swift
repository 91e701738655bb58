/// A chunk of a WAV, AIFF or CAF file.
struct AudioFileChunk {
  let code: FourCharacterCode
  /// The range of the contents, clamped to the file.
  let content: Range<Int>
  let isComplete: Bool
  /// The number of bytes that the file lacks; 0 if the size is unknown, as in streams.
  let missingByteCount: UInt64
  private let file: UnsafeRawBufferPointer
  /// The byte order of ``unsigned(_:_:)`` and ``integer(_:_:)``.
  var isBigEndian: Bool
  private static var countLimit: Int { 4096 }

  var count: Int { content.count }

  /// Returns an unsigned integer at an offset into the contents, or 0 if it exceeds the file.
  func unsigned(_ offset: Int, _ byteCount: Int) -> UInt64 {
    file.unsigned(content.lowerBound + offset, byteCount, isBigEndian: isBigEndian)
  }

  /// Returns an unsigned integer, clamped to `Int`, or 0 if it exceeds the file.
  func integer(_ offset: Int, _ byteCount: Int) -> Int {
    Int(clamping: unsigned(offset, byteCount))
  }

  /// Returns a signed integer of one byte, or 0 if it exceeds the file.
  func signedByte(_ offset: Int) -> Double { Double(Int8(truncatingIfNeeded: integer(offset, 1))) }

  func code(at offset: Int) -> FourCharacterCode {
    file.fourCharacterCode(at: content.lowerBound + offset)
  }

  /// Returns the chunks of a file: little-endian in WAV files, with 8-byte sizes in CAF files
  /// (Apple Core Audio Format Specification 1.0).
  static func chunks(
    _ file: UnsafeRawBufferPointer, _ format: AudioFileInformation.Format
  ) -> [AudioFileChunk] {
    let isBigEndian = format != .wav
    let sizeBytes = format == .caf ? 8 : 4
    var chunks: [AudioFileChunk] = []
    var offset = format == .caf ? 8 : 12
    while offset + 4 + sizeBytes <= file.count, chunks.count < countLimit {
      let code = file.fourCharacterCode(at: offset)
      let size = file.unsigned(offset + 4, sizeBytes, isBigEndian: isBigEndian)
      let start = offset + 4 + sizeBytes
      // A CAF file's data chunk of size −1 extends to the end of the file.
      if size > Int64.max && !(size == .max && code == "data") { break }
      let isComplete = size <= UInt64(file.count - start)
      let end = isComplete ? start + Int(size) : file.count
      // Writers of streams declare the largest size, or nearly.
      let isUnknown = size >= 0x7FFF_0000 && (format != .caf || size == .max)
      chunks.append(
        AudioFileChunk(
          code: code, content: start..<end, isComplete: isComplete,
          missingByteCount: isComplete || isUnknown ? 0 : size - UInt64(file.count - start),
          file: file, isBigEndian: isBigEndian))
      if !isComplete { break }
      let isOdd = format != .caf && size % 2 == 1
      offset = isOdd ? ChunkPadding.next(file, after: end, isBigEndian: isBigEndian) : end
    }
    return chunks
  }
}
