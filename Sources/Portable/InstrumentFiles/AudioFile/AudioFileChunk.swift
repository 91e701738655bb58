/// A chunk of a WAV, AIFF or CAF file.
struct AudioFileChunk {
  /// The chunk ID.
  let code: FourCharacterCode
  /// The range of the contents, clamped to the file.
  let content: Range<Int>
  /// Whether the file contains the whole chunk.
  let isComplete: Bool
  private let file: UnsafeRawBufferPointer
  /// The byte order of ``unsigned(_:_:)`` and ``integer(_:_:)``.
  var isBigEndian: Bool

  private static var countLimit: Int { 4096 }

  /// The number of bytes of the contents.
  var count: Int { content.count }

  /// Returns an unsigned integer at an offset into the contents, or 0 if it exceeds the file.
  func unsigned(_ offset: Int, _ byteCount: Int) -> UInt64 {
    file.unsigned(content.lowerBound + offset, byteCount, isBigEndian: isBigEndian)
  }

  /// Returns an unsigned integer, clamped to `Int`, or 0 if it exceeds the file.
  func integer(_ offset: Int, _ byteCount: Int) -> Int {
    Int(clamping: unsigned(offset, byteCount))
  }

  /// Returns a four-character code at an offset into the contents.
  func code(at offset: Int) -> FourCharacterCode {
    file.fourCharacterCode(at: content.lowerBound + offset)
  }

  /// Returns the chunks of a WAV file (little-endian) or an AIFF file (big-endian).
  static func chunks(_ file: UnsafeRawBufferPointer, isBigEndian: Bool) -> [AudioFileChunk] {
    var chunks: [AudioFileChunk] = []
    var offset = 12
    while offset + 8 <= file.count, chunks.count < countLimit {
      let size = file.unsigned(offset + 4, 4, isBigEndian: isBigEndian)
      let isComplete = size <= UInt64(file.count - offset - 8)
      let end = isComplete ? offset + 8 + Int(size) : file.count
      chunks.append(
        AudioFileChunk(
          code: file.fourCharacterCode(at: offset), content: offset + 8..<end,
          isComplete: isComplete, file: file, isBigEndian: isBigEndian))
      if !isComplete { break }
      offset = end + Int(size % 2)
    }
    return chunks
  }

  /// Returns the chunks of a CAF file (Apple Core Audio Format Specification 1.0).
  static func chunks(caf file: UnsafeRawBufferPointer) -> [AudioFileChunk] {
    var chunks: [AudioFileChunk] = []
    var offset = 8
    while offset + 12 <= file.count, chunks.count < countLimit {
      let code = file.fourCharacterCode(at: offset)
      let size = Int64(bitPattern: file.unsigned(offset + 4, 8, isBigEndian: true))
      let start = offset + 12
      // A data chunk of size −1 extends to the end of the file.
      guard size >= 0 || (size == -1 && code == "data") else { break }
      let isComplete = size >= 0 && size <= Int64(file.count - start)
      offset = isComplete ? start + Int(size) : file.count
      chunks.append(
        AudioFileChunk(
          code: code, content: start..<offset, isComplete: isComplete, file: file,
          isBigEndian: true))
    }
    return chunks
  }
}
