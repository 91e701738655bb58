/// The pad bytes after chunks of odd size (IFF 85; RIFF), which some programs omit.
package enum ChunkPadding {
  /// The codes of common chunks, which decide if both offsets may begin a chunk.
  private static var codes: [FourCharacterCode] {
    ["fmt ", "data", "smpl", "inst", "fact", "LIST", "cue ", "COMM", "SSND", "MARK", "INST"]
  }

  /// Returns the offset of the chunk after one of odd size that ends at `end`: the next even
  /// offset, unless the byte there is not a pad byte, but begins a chunk.
  static func next(
    _ file: UnsafeRawBufferPointer, after end: Int, isBigEndian: Bool
  ) -> Int {
    let isUnpadded =
      isChunk(file, at: end, isBigEndian: isBigEndian)
      && !codes.contains(file.fourCharacterCode(at: end + 1))
    return isUnpadded ? end : end + 1
  }

  /// Whether the header of a chunk that fits into the file is at an offset.
  private static func isChunk(
    _ file: UnsafeRawBufferPointer, at offset: Int, isBigEndian: Bool
  ) -> Bool {
    guard offset >= 0, offset + 8 <= file.count,
      (offset..<offset + 4).allSatisfy({ (0x20...0x7E).contains(file[$0]) })
    else { return false }
    let size = file.unsigned(offset + 4, 4, isBigEndian: isBigEndian)
    return size <= UInt64(file.count - offset - 8)
  }

  /// Returns a WAV or AIFF file with the pad bytes that it lacks; `nil` if it lacks none. Decoders
  /// need them.
  package static func mended(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
    let format = AudioFileInformation.format(of: file)
    guard format == .wav || format == .aiff else { return nil }
    let chunks = AudioFileChunk.chunks(file, format ?? .wav)
    guard zip(chunks, chunks.dropFirst()).contains(where: { isUnpadded($0, before: $1) }) else {
      return nil
    }
    var bytes = Array(file[..<12])
    bytes.reserveCapacity(file.count + chunks.count)
    for chunk in chunks {
      bytes += file[chunk.content.lowerBound - 8..<chunk.content.upperBound]
      if chunk.count % 2 == 1 { bytes.append(0) }
    }
    let size = UInt32(truncatingIfNeeded: bytes.count - 8)
    for index in 0..<4 {
      let shift = UInt32(format == .wav ? 8 * index : 24 - 8 * index)
      bytes[4 + index] = UInt8(truncatingIfNeeded: size >> shift)
    }
    return bytes
  }

  private static func isUnpadded(_ chunk: AudioFileChunk, before next: AudioFileChunk) -> Bool {
    next.content.lowerBound - 8 == chunk.content.upperBound && chunk.count % 2 == 1
  }
}
