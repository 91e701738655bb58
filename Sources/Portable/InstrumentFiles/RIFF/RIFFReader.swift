/// Walks the chunks of a RIFF file, one list at a time, without keeping any.
///
/// Nothing in a file makes it read outside of it: sizes are compared with what is left before they
/// are believed. It looks at headers only, and at one byte after an odd chunk, so that sample data
/// stays on disk.
package struct RIFFReader {
  /// The outermost chunk's name.
  package static var riff: FourCharacterCode { "RIFF" }
  /// The name of a chunk that holds chunks.
  package static var list: FourCharacterCode { "LIST" }
  /// How deep lists may be nested, the outermost chunk counted.
  package static var depthLimit: Int { 8 }

  private let bytes: UnsafeRawBufferPointer
  private let end: Int
  /// Where the chunks should end; bytes beyond are chunks only if they look like some.
  private let statedEnd: Int
  private let depth: Int
  package private(set) var position: Int
  /// The declared and the actual number of bytes after the RIFF header; `nil` if they match.
  package private(set) var sizeMismatch: (declared: Int, actual: Int)?
  /// How many odd chunks had no byte after them that makes them even.
  package private(set) var unpaddedCount = 0

  /// The chunks of a whole file that starts with `RIFF`, a size, and `form`.
  ///
  /// A declared size that does not match the file is in ``sizeMismatch``; the file's end is used.
  package init(
    file bytes: UnsafeRawBufferPointer, form: FourCharacterCode
  ) throws(InstrumentFileError) {
    guard bytes.uint32(at: 0) == RIFFReader.riff.rawValue, let size = bytes.uint32(at: 4),
      bytes.uint32(at: 8) == form.rawValue
    else { throw RIFFReader.notRecognized(bytes) }
    let stated = Int(clamping: size)
    // The pad byte of the last chunk may be counted or not.
    let isWithoutPad = stated == bytes.count - 9 && bytes[bytes.count - 1] == 0
    if stated != bytes.count - 8 && !isWithoutPad {
      sizeMismatch = (declared: stated, actual: bytes.count - 8)
    }
    self.bytes = bytes
    end = bytes.count
    statedEnd = stated < bytes.count - 8 ? stated + 8 : bytes.count
    depth = 1
    position = 12
  }

  private init(list: RIFFChunk, bytes: UnsafeRawBufferPointer, depth: Int) {
    self.bytes = bytes
    self.depth = depth
    position = list.content.lowerBound
    end = list.content.upperBound
    statedEnd = end
  }

  /// The chunks within a `LIST` chunk of this reader.
  package func contents(of list: RIFFChunk) throws(InstrumentFileError) -> RIFFReader {
    if depth >= RIFFReader.depthLimit {
      throw list.error(.nestedTooDeep(limit: RIFFReader.depthLimit))
    }
    return RIFFReader(list: list, bytes: bytes, depth: depth + 1)
  }

  /// The next chunk; nil at the end, where fewer bytes than a header may be left.
  package mutating func next() throws(InstrumentFileError) -> RIFFChunk? {
    guard end - position >= 8, let code = bytes.uint32(at: position),
      let size = bytes.uint32(at: position + 4)
    else { return nil }
    if position >= statedEnd && !looksLikeChunk(at: position) { return nil }
    let start = position + 8
    var chunk = RIFFChunk(
      code: FourCharacterCode(rawValue: code), headerOffset: position, content: start..<start)
    let length = Int(clamping: size)
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
    position = placeAfter(chunk)
    return chunk
  }

  /// The bytes that are left and are too few for a chunk, or do not look like one.
  package var remainder: Int { max(0, end - position) }

  /// Chunks start at even places; after an odd one there is a byte to skip, which some writers
  /// leave out (the compressed banks of several distributions are such files).
  private mutating func placeAfter(_ chunk: RIFFChunk) -> Int {
    let after = chunk.content.upperBound
    let isOdd = (after - chunk.headerOffset) % 2 == 1
    guard isOdd, after < end else { return after }
    if bytes[after] != 0 && looksLikeChunk(at: after) {
      unpaddedCount += 1
      return after
    }
    return after + 1
  }

  private func looksLikeChunk(at place: Int) -> Bool {
    guard end - place >= 8, let code = bytes.uint32(at: place),
      let size = bytes.uint32(at: place + 4)
    else { return false }
    return FourCharacterCode(rawValue: code).isPrintable
      && Int(clamping: size) <= end - place - 8
  }

  /// The error for a file that is none of the formats known, or the beginning of one.
  package static func notRecognized(_ bytes: UnsafeRawBufferPointer) -> InstrumentFileError {
    let code = FourCharacterCode(rawValue: bytes.uint32(at: 0) ?? 0x2020_2020)
    if code == riff && bytes.count < 12 {
      return InstrumentFileError(
        chunk: code, offset: 0, reason: .truncated(needed: 12, available: bytes.count))
    }
    return InstrumentFileError(chunk: code, offset: 0, reason: .unknownFormat)
  }
}
