/// Iterates over the chunks of a RIFF file or list. Input is untrusted: sizes are validated before
/// use. Only headers are read, and one byte after each chunk of odd size, so that sample data is
/// not paged in.
package struct RIFFReader {
  package static var riff: FourCharacterCode { "RIFF" }
  package static var list: FourCharacterCode { "LIST" }
  /// The maximum nesting depth, including the outermost chunk.
  package static var depthLimit: Int { 8 }

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  /// The declared end. Later bytes are read as chunks only if they resemble one.
  private let declaredEnd: Int
  private let depth: Int
  package private(set) var position: Int
  /// The declared and the actual number of bytes after the RIFF header; `nil` if they match.
  package private(set) var sizeMismatch: (declared: Int, actual: Int)?
  /// The number of chunks of odd size that lack a pad byte.
  package private(set) var unpaddedCount = 0

  /// Creates a reader of a file that starts with `RIFF`, a size and `form`. If the declared size
  /// does not match the file's, it is stored in ``sizeMismatch`` and the file's end is used.
  package init(
    file bytes: UnsafeRawBufferPointer, form: FourCharacterCode
  ) throws(InstrumentFileError) {
    guard bytes.uint32(at: 0) == RIFFReader.riff.rawValue, let size = bytes.uint32(at: 4),
      bytes.uint32(at: 8) == form.rawValue
    else { throw RIFFReader.notRecognized(bytes) }
    let declared = Int(clamping: size)
    // The pad byte of the last chunk may be counted or not.
    let isWithoutPad = declared == bytes.count - 9 && bytes[bytes.count - 1] == 0
    if declared != bytes.count - 8 && !isWithoutPad {
      sizeMismatch = (declared: declared, actual: bytes.count - 8)
    }
    self.bytes = bytes
    end = bytes.count
    declaredEnd = declared < bytes.count - 8 ? declared + 8 : bytes.count
    depth = 1
    position = 12
  }

  private init(list: RIFFChunk, bytes: UnsafeRawBufferPointer, depth: Int) {
    self.bytes = bytes
    self.depth = depth
    position = list.content.lowerBound
    end = list.content.upperBound
    declaredEnd = end
  }

  /// Returns a reader of the chunks within a `LIST` chunk.
  package func contents(of list: RIFFChunk) throws(InstrumentFileError) -> RIFFReader {
    if depth >= RIFFReader.depthLimit {
      throw list.error(.nestedTooDeep(limit: RIFFReader.depthLimit))
    }
    return RIFFReader(list: list, bytes: bytes, depth: depth + 1)
  }

  /// Returns the next chunk, or `nil` at the end.
  package mutating func next() throws(InstrumentFileError) -> RIFFChunk? {
    guard let (code, length) = header(at: position) else { return nil }
    if position >= declaredEnd && !looksLikeChunk(at: position) { return nil }
    let start = position + 8
    var chunk = RIFFChunk(code: code, headerOffset: position, content: start..<start)
    guard length <= end - start else {
      throw chunk.error(.exceedsParent(size: length, available: end - start))
    }
    chunk.content = start..<(start + length)
    if chunk.code == RIFFReader.list {
      guard length >= 4, let form = bytes.uint32(at: start) else {
        throw chunk.error(.truncated(needed: 4, available: length))
      }
      chunk.form = FourCharacterCode(rawValue: form)
      chunk.content = (start + 4)..<(start + length)
    }
    position = endOffset(of: chunk)
    return chunk
  }

  /// The number of bytes that remain after the last chunk.
  package var remainder: Int { max(0, end - position) }

  /// Returns the offset after a chunk and its pad byte. Some writers omit the pad byte, including
  /// those of compressed banks that Linux distributions ship.
  private mutating func endOffset(of chunk: RIFFChunk) -> Int {
    let after = chunk.content.upperBound
    let isOdd = (after - chunk.headerOffset) % 2 == 1
    guard isOdd, after < end else { return after }
    if bytes[after] != 0 && looksLikeChunk(at: after) {
      unpaddedCount += 1
      return after
    }
    return after + 1
  }

  private func looksLikeChunk(at offset: Int) -> Bool {
    guard let (code, length) = header(at: offset) else { return false }
    return code.isPrintable && length <= end - offset - 8
  }

  /// Returns the ID and size that a chunk's header declares, or `nil` if it exceeds the list.
  private func header(at offset: Int) -> (code: FourCharacterCode, length: Int)? {
    guard end - offset >= 8, let code = bytes.uint32(at: offset),
      let size = bytes.uint32(at: offset + 4)
    else { return nil }
    return (FourCharacterCode(rawValue: code), Int(clamping: size))
  }

  /// Returns the reason for a file of a known format that another program unpacks or converts;
  /// `nil` for other files.
  private static func knownFormat(
    _ bytes: UnsafeRawBufferPointer
  ) -> InstrumentFileError.Reason? {
    if bytes.fourCharacterCode(at: 0) == riff && bytes.fourCharacterCode(at: 8) == "sfpk" {
      return .packed(by: "SF2Pack", tool: "sf2pack")
    }
    // Gravis Ultrasound patches begin with GF1PATCH110 or GF1PATCH100. The page does not read them.
    if bytes.count >= 8 && bytes[0..<8].elementsEqual("GF1PATCH".utf8) {
      return .notRead(format: "a Gravis Ultrasound patch", tool: "Awave Studio")
    }
    #if hasFeature(Embedded)
      // Only the page does not read them (decision 0112).
      if bytes.fourCharacterCode(at: 0) == "wvpk" {
        return .notRead(format: "a WavPack file", tool: "wvunpack")
      }
    #endif
    // The name of the program in the header of sfArk, from byte 26 on.
    let isSFArk = bytes.count >= 31 && bytes[26..<31].elementsEqual("sfArk".utf8)
    return isSFArk ? .packed(by: "sfArk", tool: "sfarkxtc or Polyphone") : nil
  }

  /// Returns the error for a file of an unknown format, or with a truncated RIFF header.
  static func notRecognized(_ bytes: UnsafeRawBufferPointer) -> InstrumentFileError {
    if let reason = knownFormat(bytes) {
      return InstrumentFileError(
        chunk: bytes.fourCharacterCode(at: 0), offset: 0, reason: reason)
    }
    let code = FourCharacterCode(rawValue: bytes.uint32(at: 0) ?? 0x2020_2020)
    return InstrumentFileError(
      chunk: code, offset: 0,
      reason: code == riff && bytes.count < 12
        ? .truncated(needed: 12, available: bytes.count) : .unknownFormat)
  }
}
