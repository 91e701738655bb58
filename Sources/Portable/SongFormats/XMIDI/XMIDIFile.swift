/// The songs of an XMIDI file of the Miles Sound System (also AIL): `FORM XMID` for a single song,
/// or `FORM XDIR` and `CAT XMID` for several. Chunks are those of IFF files (EA IFF 85).
struct XMIDIFile {
  /// A song: the range of its events.
  private var songs: [Range<Int>] = []
  /// The number that the directory declares.
  private var declaredCount: Int?
  private var warnings: [SongFileWarning] = []
  private let bytes: [UInt8]

  /// The depth of catalogs: one in files of the tools.
  private static let largestDepth = 4

  static func recognizes(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(at: 0, with: "CAT ") { return bytes.starts(at: 8, with: "XMID") }
    return bytes.starts(at: 0, with: "FORM")
      && (bytes.starts(at: 8, with: "XDIR") || bytes.starts(at: 8, with: "XMID"))
  }

  init(_ bytes: [UInt8]) throws(SongFileError) {
    self.bytes = bytes
    try readChunks(in: 0..<bytes.count, depth: 0)
    if songs.isEmpty {
      throw SongFileError(.xmidi, .damaged("it has no song with events"), at: bytes.count)
    }
    if let declaredCount, declaredCount != songs.count {
      warnings.append(
        SongFileWarning("it declares \(declaredCount) songs instead of \(songs.count)", at: 0))
    }
  }

  /// Reads the chunks of a range.
  private mutating func readChunks(in range: Range<Int>, depth: Int) throws(SongFileError) {
    var offset = range.lowerBound
    while range.upperBound - offset >= 8 {
      var reader = ByteReader(bytes, format: .xmidi, at: offset + 4, end: range.upperBound)
      let size = try reader.big32()
      let start = offset + 8
      let isCut = size > range.upperBound - start
      let end = isCut ? range.upperBound : start + size
      if isCut { warnings.append(SongFileWarning("a chunk is cut short", at: offset)) }
      func isNamed(_ name: StaticString) -> Bool { bytes.starts(at: offset, with: name) }
      if isNamed("CAT ") || isNamed("FORM") {
        if depth < Self.largestDepth && end - start >= 4 {
          try readChunks(in: start + 4..<end, depth: depth + 1)
        }
      } else if isNamed("EVNT") {
        songs.append(start..<end)
      } else if isNamed("INFO"), end - start >= 2 {
        declaredCount = declaredCount ?? Int(bytes[start]) | Int(bytes[start + 1]) << 8
      }
      // A chunk of an odd size has a pad byte. Some tools omit it.
      let next = end + (end - start) % 2
      let needsPad = next < range.upperBound && !Self.isName(bytes, at: end)
      offset = (end - start) % 2 == 0 || needsPad ? next : end
    }
  }

  private static func isName(_ bytes: [UInt8], at offset: Int) -> Bool {
    for name: StaticString in ["FORM", "CAT ", "EVNT", "TIMB", "RBRN", "INFO"]
    where bytes.starts(at: offset, with: name) { return true }
    return false
  }

  /// Converts a song, counted from 1.
  func convert(song number: Int) throws(SongFileError) -> SongConversion {
    guard songs.indices.contains(number - 1) else {
      throw SongFileError(.xmidi, .noSong(number, count: songs.count), at: 0)
    }
    var reader = XMIDIEventReader(bytes, in: songs[number - 1])
    try reader.read()
    return SongConversion(
      file: reader.builder.file, songCount: songs.count, warnings: warnings + reader.warnings)
  }
}
